package grammar

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// NameSet lists the names of each peg, in lower case.
type NameSet [][]string

// The sets of names that are known without Reader.SetNames.
var (
	Letters  = NameSet{{"a"}, {"b"}, {"c"}}
	Sides    = NameSet{{"left"}, {"middle", "center", "centre"}, {"right"}}
	FromZero = NameSet{{"0"}, {"1"}, {"2"}}
	FromOne  = NameSet{{"1"}, {"2"}, {"3"}}
	Roles    = NameSet{
		{"source", "src", "start", "origin"},
		{"auxiliary", "aux", "spare", "helper", "via"},
		{"target", "dest", "destination", "goal", "end"},
	}
)

// Peg returns the peg with a name, without regard to case; −1 if there is none.
func (s NameSet) Peg(name string) int {
	name = strings.ToLower(name)
	return slices.IndexFunc(s, func(names []string) bool { return slices.Contains(names, name) })
}

// Names numbers the names of pegs in the order of their first use. Names that differ in case have
// different numbers, because results quote them.
type Names struct {
	All    []string
	ids    map[string]int
	called NameSet
	marked *expression // of these names
}

// marks returns the expression of the words that marks replace.
func (n *Names) marks() *regexp.Regexp {
	if n.called == nil {
		return marks.get()
	}
	if n.marked == nil {
		names := ""
		for _, peg := range n.called {
			names += "|" + peg[0]
		}
		n.marked = &expression{text: strings.ReplaceAll(marked, "NAMES", names)}
	}
	return n.marked.get()
}

var marks = expression{text: strings.ReplaceAll(marked, "NAMES", "")}

// place returns the peg with a name. Names beyond the first MostNames-1 are all called "…".
func (n *Names) place(name []byte) Place {
	id, ok := n.ids[string(name)]
	if !ok {
		if id = min(len(n.All), MostNames-1); id == MostNames-1 {
			name = []byte("…")
		}
		if id == len(n.All) {
			n.All = append(n.All, string(name))
		}
		n.ids[n.All[id]] = id
	}
	return onPeg(id)
}

// Numbered returns the peg whose name is a number.
func (n *Names) Numbered(number int) Place { return n.place([]byte(strconv.Itoa(number))) }

// isKnown reports whether a word is a letter, a number or a known name.
func (n *Names) isKnown(word []byte) bool {
	name := string(word)
	isName := n.called.Peg(name) >= 0 || Sides.Peg(name) >= 0 || Roles.Peg(name) >= 0
	return isName || len(word) == 1 || isNumber(word)
}

func isNumber(word []byte) bool { return len(bytes.Trim(word, "0123456789")) == 0 }
