package answer

import "strings"

// A class says what a token may do. It is one letter, so that a phrase is a short pattern. A mark is its
// own class. Besides those of the table below, there are n, a number; b, one with a sign or a fraction;
// l, a letter; w, any other word; c, a move such as AC or 1AC; and z, a state in brackets.
type class = byte

// Codes of disks. Numbers below 251 stand for themselves.
const (
	diskMany    = 251 // a number of 251 and more
	diskMiddle  = 252
	diskLargest = 253
	diskTop     = 255 // none was named: the top one moves
)

// words has what is known of words and marks. All other words are of class w; other marks, such as quotes
// and emphasis, say nothing.
var words = map[string]token{}

// counting makes the words of a class the numbers from 1 on.
const counting = -1

func init() {
	for _, list := range []struct {
		class class
		value int32 // the disk or the number that it is
		words string
	}{
		{'d', 0, "disk disc ring plate piece size d"},
		{'D', 0, "disks discs rings plates pieces"},
		{'s', 1, "smallest"}, // sizes
		{'G', diskLargest, "largest biggest bottom"},
		{'G', diskMiddle, "medium"},
		{'G', diskTop, "top topmost uppermost upper"},
		{'o', counting, "first second third fourth fifth sixth seventh eighth ninth tenth"},
		{'i', counting, "one two three four five six seven eight nine ten"},
		{'n', counting, "① ② ③ ④ ⑤ ⑥ ⑦ ⑧ ⑨ ⑩ ⑪ ⑫ ⑬ ⑭ ⑮ ⑯ ⑰ ⑱ ⑲ ⑳"},
		{'n', counting, "❶ ❷ ❸ ❹ ❺ ❻ ❼ ❽ ❾ ❿"},
		{'n', 10, "🔟"},
		{'g', 0, "peg pegs rod rods tower towers pole stack pillar post needle stick pin column columns pile piles spindle"},
		{'p', 0, "left right center centre auxiliary aux spare helper temporary temp via"},
		{'j', diskMiddle, "middle"},
		{'h', 0, "source src start origin"},
		{'y', 0, "target dest dst destination goal end"},
		{'v', 0, `move moving moved place places placed placing put puts putting take takes taking took shift shifts shifted shifting
			transfer transfers transferred transferring slide slides bring brings relocate go goes drop drops carry pick lift mv
			remove removes set sets send sends push pop travels append lay raise lower unstack apply`},
		{'M', 0, "moves"},
		{'S', 0, "step steps turn round operation iteration line time action"},
		{'F', 0, "phase part stage"},
		{'I', 0, "id index"},
		{'A', 0, "answer solution list sequence"},
		{'f', 0, "from off out"},
		{'t', 0, "to onto into towards without"}, // without moving: a purpose, as to move
		{'u', 0, "on upon"},
		{'>', 0, `→ ⇒ ⟶ ⟹ ➔ ➜ ➝ ➞ ➡ ↦ ⮕ ➙ ➤ ► ▶ rightarrow longrightarrow mapsto implies
			\to \rightarrow \longrightarrow \implies \mapsto`},
		{'!', 0, `not cannot can't cant couldn't could would wouldn't don't won't doesn't isn't never if unless should
			shouldn't aren't wasn't didn't whether else no neither nobody instead rather unable refuse refuses
			avoid skip skipped ignore dont doesnt isnt n't forgot hypothetical hypothetically mistake doubt false suppose assume imagine`}, // this clause denies or supposes
		{'!', 1, "except twice rejected deleted removed ignored correction mean illegal invalid impossible forbidden prohibited wrong fail fails failed undo undone cancelled violates ✗ ✘ ❌"}, // also at a distance
		{'X', 0, "~~ \\sout \\st \\cancel objective task aim idea verification example examples looks format notation def return <del <s <strike"},                                             // and all that follows in its line
		{'a', 0, "either both any every anything everything together along"},                                                                                                                   // which disk or peg is open
		{'&', 0, "and then with plus"},
		{'r', 0, "or vs versus xor maybe"},
		{'O', 0, "of for"},
		{'C', 0, "since because while whereas as that leaving"},                  // they say why
		{'L', 0, "valid legal allowed possible permitted executed ok performed"}, // behind not, these deny at a distance
		{'x', 0, "which these those but at by here each smaller larger bigger where able before after in"}, // never names
		{0, 0, `the next finally again firstly also straight we it you let's lets let us just simply back directly up down over is was are gets
			lastly afterwards now please using number labeled labelled numbered our an so can will
			does do did be been this all`}, // they say nothing
		{';', 0, `\n \\ \item <br <li <p <ul <ol <tr <div`},
		{'|', 0, "<td <th"},
		{'e', 0, "... .... …"},
		{'b', 0, `\u <number <disk <d <n <k <name <peg <from <to <source <target`}, // an escape of JSON, places to fill in
	} {
		for i, word := range strings.Fields(list.words) {
			if words[word] = (token{class: list.class, value: list.value}); list.value == counting {
				words[word] = token{class: list.class, value: int32(i + 1)}
			}
		}
	}
	for mark := range strings.FieldsSeq(`. , / | ; : = - > ( ) [ ] { } !. ?. 。. ，, 、, ：: ；; –- —- −- （( ）) &| +x @x %x ^x <x`) {
		last := len(mark) - 1 // its class
		words[mark[:max(last, 1)]] = token{class: mark[last]}
	}
}
