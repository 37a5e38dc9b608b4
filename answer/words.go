package answer

import (
	"regexp"
	"strings"
)

// A token is a word, a number or a mark. Its class is one letter, so that a form is a short
// pattern (see forms): d disk, p peg by such a word, n number, l bare name that may be a
// peg, c compact move such as 1AC, v verb, f from, t to, u on, > arrow, o "it", s "step",
// q a quantity of disks, y a letter that is no peg, ! a word that denies a move, & a
// conjunction, e an ellipsis, x any other word, z a state, b \boxed{, and the marks
// . , | ; : = - ( ) [ ] { }.
// Phrases make d, p and q of the classes of single words: D disk, P peg, Q disks, O second,
// S source, G target, L largest, M middle, V moves, A and a, which may be articles.
type token struct {
	class      byte
	value      int32 // a number, or the code of a disk or of a peg
	start, end int   // in the text
}

// Codes of pegs: numbers stand for themselves up to maxNumber.
const (
	maxNumber   = 99
	codeLetter  = 100 // and 25 more
	codeLeft    = 130 // middle, right
	codeSource  = 133 // auxiliary, target
	codeName    = 140 // by Problem.Pegs, and 9 more
	codeOnDisk  = 160 // and 64 more: the peg with this disk, as PDDL names places
	codeWhere   = 254 // wherever the disk is
	codeUnknown = 255
)

// Codes of disks: numbers stand for themselves.
const (
	diskMiddle   = codeLeft + 1
	diskUnknown  = 252
	diskLargest  = 253
	diskSmallest = 254
	diskTop      = 255
)

// words has the class of each word that is known, and a value for some. Those of class ' '
// are left out.
var words = map[string]token{}

// symbols has the classes of characters beyond ASCII.
var symbols = map[rune]byte{'…': 'e', '–': '-', '—': '-', '−': '-', '，': ',', '、': ',', '：': ':', '。': '.'}

// marks has the classes of ASCII marks. Quotes, emphasis and the like are left out.
var marks = [128]byte{
	'.': '.', '!': '.', ',': ',', '|': '|', '&': '|', ';': ';', ':': ':', '=': '=', '-': '-', '>': '>',
	'(': '(', ')': ')', '[': '[', ']': ']', '{': '{', '}': '}', stateMark: 'z',
	'<': 'x', '?': 'x', '/': 'x', '+': 'x', '@': 'x', '%': 'x', '^': 'x',
}

// stateMark stands in place of a state that was found in a line.
const stateMark = 1

// anyTag is a tag of HTML or the like.
var anyTag = regexp.MustCompile(`^</?[a-zA-Z][^<>\n]{0,60}>`)

func init() {
	for _, arrow := range "→⇒⟶⟹➔➜➝➞➡↦⮕➙➤►▶" {
		symbols[arrow] = '>'
	}
	for _, list := range []struct {
		class byte
		value int32
		words string
	}{
		{'v', 0, `move moving moved place placed placing put putting take taking took shift shifted shifting transfer transferred
			transferring slide bring relocate go drop carry pick lift swap movedisk mv`},
		{'V', 0, "moves places puts takes shifts transfers slides brings goes drops"},
		{'f', 0, "from off of src frompeg"},
		{'t', 0, "to onto into towards dest topeg"},
		{'u', 0, "on upon"},
		{'o', 0, "it that this"},
		{'s', 0, "step turn round"},
		{'!', 0, `not cannot can't cant couldn't could would wouldn't don't won't doesn't isn't never illegal invalid if unless
			should whether goal objective task puzzle aim example examples e.g looks format notation def return else impossible forbidden`},
		{'&', 0, "and since because so while whereas which where as leaving via using before after but making"},
		{' ', 0, `the then next finally again first firstly also we i let's lets let us you just simply back directly
			up down over is was gets lastly afterwards next's an please top-most here number now`},
		{'D', diskTop, "disk disc ring plate"},
		{'Q', 0, "disks discs rings plates"},
		{'P', 0, "peg rod tower pole stack pillar post needle stick pin"},
		{'l', codeLeft, "left"},
		{'M', codeLeft + 1, "middle center centre medium"},
		{'l', codeLeft + 2, "right"},
		{'S', codeSource, "source start origin"},
		{'l', codeSource + 1, "auxiliary aux spare helper temporary temp"},
		{'G', codeSource + 2, "target destination end"},
		{'d', diskSmallest, "smallest"},
		{'L', diskLargest, "largest biggest bottom"},
		{'O', diskTop, "top topmost uppermost"},
		{'O', 2, "second"},
		{'O', 3, "third"},
		{'O', 4, "fourth"},
		{'O', 5, "fifth"},
		{'>', 0, `rightarrow longrightarrow mapsto implies \to \rightarrow \longrightarrow \implies \mapsto`},
		{'b', 0, `\boxed`},
		{';', 0, `\n \\ <br <li <p <ul <ol <tr <div <move <moves`},
		{'|', 0, "<td <th"},
	} {
		for _, word := range strings.Fields(list.words) {
			words[word] = token{class: list.class, value: list.value}
		}
	}
}

// phrases are words that become one token. They are applied in turn, each along the whole line.
var phrases = []struct {
	pattern string
	take    int  // how many tokens become one; the others only stand behind them
	class   byte // of the new token
	value   int  // the token that gives its value
}{
	{"AP", 2, 'p', 0},
	{"AW", 1, ' ', 0}, // an article
	{"aW", 1, ' ', 0},
	{"A", 1, 'l', 0},
	{"a", 1, 'l', 0},
	{"S=", 1, 'f', 0},
	{"G=", 1, 't', 0},
	{"SP=", 2, 'f', 0},
	{"GP=", 2, 't', 0},
	{"fP=", 2, 'f', 0},
	{"tP=", 2, 't', 0},
	{"vD(", 2, 'v', 0},
	{"xv(", 2, 'v', 0},
	{"S", 1, 'l', 0},
	{"G", 1, 'l', 0},
	{"Dn", 2, 'd', 1},
	{"D-n", 3, 'd', 2},
	{"D(n)", 4, 'd', 2},
	{"M-xD", 4, 'd', 0},
	{"MD", 2, 'd', 0},
	{"M", 1, 'l', 0},
	{"OL", 2, 'x', 0},
	{"L", 1, 'd', 0},
	{"Od", 2, 'd', 0},
	{"OD", 2, 'd', 0},
	{"dD", 2, 'd', 0},
	{"xD", 2, 'd', 1},
	{"lD", 2, 'd', 1},
	{"nD", 2, 'q', 0},
	{"D", 1, 'd', 0},
	{"Of", 1, 'd', 0},
	{"Pn", 2, 'p', 1},
	{"Pl", 2, 'p', 1},
	{"lP", 2, 'p', 0},
	{"OP", 2, 'p', 0},
	{"P", 1, 'x', 0},
	{"p(l)", 4, 'p', 0},
	{"l(l)", 4, 'l', 0},
	{"n(l)", 4, 'n', 0},
	{"p(p)", 4, 'p', 0},
	{"Q", 1, 'q', 0},
	{"V", 1, 'v', 0},
}
