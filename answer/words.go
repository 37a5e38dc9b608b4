package answer

import "strings"

// A class says what a token may do. It is one letter, so that a phrase is a short pattern. A mark is its
// own class.
//
//	n  a number            d  disk               v  a verb of moving      !  a word that denies or supposes
//	b  with a sign or a    D  disks              M  moves                 X  one that does so in all its sentence
//	   fraction            s  smallest …         S  step                  &  and, then, with
//	o  first, 2nd …        g  peg, tower …       F  phase, part           x  a word that is never a name
//	i  one, two …          l  a letter           f  from                  I  id, index             r  or
//	p  left, spare …       w  any other word     t  to                    e  …
//	h  source …            c  AC or 1AC          u  on                    >  →
//	y  target …            j  middle             A  answer, list          z  a state in brackets
//	                                             O  of, for
type class = byte

// Codes of disks. Numbers below 100 stand for themselves.
const (
	diskMany    = 251 // a number of 100 and more
	diskMiddle  = 252
	diskLargest = 253
	diskTop     = 255 // none was named: the top one moves
)

// entry is what the table of words says of one: its class, and the disk or number that it is.
type entry struct {
	class class
	value int32
}

// words has what is known of words and marks; class 0 for words that say nothing. All other words are of class w,
// and other marks, such as quotes and emphasis, say nothing.
var words = map[string]entry{}

func init() {
	for _, list := range []struct {
		entry
		words string
	}{
		{entry{'d', 0}, "disk disc ring plate size"},
		{entry{'D', 0}, "disks discs rings plates together along"}, // along with disk 2
		{entry{'g', 0}, "peg pegs rod rods tower towers pole stack pillar post needle stick pin"},
		{entry{'v', 0}, `move moving moved place places placed placing put puts putting take takes taking took shift shifts shifted shifting
			transfer transfers transferred transferring slide slides bring brings relocate go goes drop drops carry pick lift mv
			remove removes set sets send sends push pop travels`},
		{entry{'M', 0}, "moves"},
		{entry{'S', 0}, "step steps turn round"},
		{entry{'F', 0}, "phase part stage"},
		{entry{'I', 0}, "id index"},
		{entry{'A', 0}, "answer solution list sequence"},
		{entry{'f', 0}, "from off"},
		{entry{'t', 0}, "to onto into towards without"}, // without moving: a purpose, as to move
		{entry{'u', 0}, "on upon"},
		{entry{'>', 0}, `rightarrow longrightarrow mapsto implies \to \rightarrow \longrightarrow \implies \mapsto
			> → ⇒ ⟶ ⟹ ➔ ➜ ➝ ➞ ➡ ↦ ⮕ ➙ ➤ ► ▶`},
		{entry{'!', 0}, `not cannot can't cant couldn't could would wouldn't don't won't doesn't isn't never illegal invalid if unless should
			shouldn't whether else impossible forbidden wrong invalid no instead rather unable refuse fails avoid skip`},
		{entry{'X', 0}, "goal objective task aim idea verification example examples looks format notation def return <del <s <strike"},
		{entry{'&', 0}, "and then with"},
		{entry{'r', 0}, "or"},
		{entry{'O', 0}, "of for"},
		{entry{'x', 0}, `since because while whereas which where as leaving able this that these those before after but in at by
			here each any every smaller larger bigger`},
		{entry{'s', 1}, "smallest"},
		{entry{'s', diskLargest}, "largest biggest bottom"},
		{entry{'s', diskMiddle}, "medium"},
		{entry{'s', diskTop}, "top topmost top-most uppermost upper"},
		{entry{'j', diskMiddle}, "middle"},
		{entry{'p', 0}, "left right center centre auxiliary aux spare helper temporary temp via"},
		{entry{'h', 0}, "source src start origin"},
		{entry{'y', 0}, "target dest destination goal end"},
		{entry{0, 0}, `the next finally again firstly also we it you let's lets let us just simply back directly up down over is was are gets
			lastly afterwards now please using number labeled labelled numbered our an so can will
			does do did be been`},
		{entry{';', 0}, `\n \\ \item <br <li <p <ul <ol <tr <div ; ；`},
		{entry{'|', 0}, "<td <th | &"},
		{entry{'.', 0}, ". ! ? 。"},
		{entry{',', 0}, ", ， 、"},
		{entry{':', 0}, ": ："},
		{entry{'-', 0}, "- – — −"},
		{entry{'(', 0}, "( （"},
		{entry{')', 0}, ") ）"},
		{entry{'e', 0}, "…"},
		{entry{'x', 0}, "+ @ % ^ <"},
		{entry{'n', 10}, "🔟"},
		{entry{'b', 0}, `\u`}, // an escape of JSON
	} {
		for word := range strings.FieldsSeq(list.words) {
			words[word] = list.entry
		}
	}
	for i, number := range strings.Fields("first|one second|two third|three fourth|four fifth|five sixth|six seventh|seven eighth|eight ninth|nine tenth|ten") {
		ordinal, cardinal, _ := strings.Cut(number, "|")
		words[ordinal], words[cardinal] = entry{'o', int32(i + 1)}, entry{'i', int32(i + 1)}
	}
	for i, circled := range []rune("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳") {
		words[string(circled)] = entry{'n', int32(i + 1)}
	}
	for _, mark := range "/=[]{}" {
		words[string(mark)] = entry{byte(mark), 0}
	}
}
