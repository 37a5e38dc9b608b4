package grammar

import (
	"regexp"
	"strings"
	"sync"
)

const nouns = "peg|rod|tower|pole|post|stick|pin|needle|stack|column|list"

// parts are the names that expressions use, and the text for each. They are replaced in this order.
var parts = []string{
	"END", `(?P<after>(?:~\([^()]*\)|STATE|~CITATION)*)~(?:[,;.!]|(?:then|and)\b|$)`, // what may follow a move, and what ends a clause
	"STATE", `(?:[\s:,-]|->)*(?:(?:PEG|\x03)~[:=])?~\x01`,
	"ONTO", `(?:to|on|onto|into)`,
	"SOURCE", `(?:from|source|src|start)`,
	"GOAL", `(?:to|target|destination|dest|end)`,
	"DISKS", `(?:disks|discs|rings|plates)`,
	"OPENERS", `(?:(?:first|next|then|now|finally|lastly|again|also|and|so|we|i|let['’]s|after that)(?:~,~| )){0,3}`,
	"MOVER", `(?P<disk>(?:VERB )?DISK|VERB #?\d+)(?:~(?P<remark>\([^()]*\)))?`,
	"FROM", `(?P<from>PEG)`,
	"TO", `(?P<to>PEG)`,
	"PEG", `QUOTE(?:the )?(?:\x03~)?NAME(?: \x03~)?QUOTE`, // of one of the following two kinds
	"WITHNOUN", `QUOTE(?:the )?(?:\x03~NAME|NAME \x03~)QUOTE`,
	"BARE", `QUOTE(?:the )?NAME`,
	"AGAIN", `(?:~\(?~(?P<again>NUMBERED)~\)?)?`,
	"VALUE", `QUOTE(?:NUMBERED|#?\d+)QUOTE`,
	"DISK", `(?:NUMBERED|(?:the )?(?:top )?\x04)`,
	"NUMBERED", `(?:the )?(?:top )?(?:\x04(?: number| no[.]?)?|d )~#?~\d+`,
	"VERB", `(?:(?:is|are|was|were|gets) )?\x02(?: up)?`,
	"CITATION", `\[\d{1,3}\]`,
	"COUNT", `STEPS#?(\d{1,9})EMPHASIS`,
	"STEPS", `(?:(?i:step|` + verbs + `)MARKS)?`,
	"MARKS", `(?:[\s*_\x60$>` + bullets + `]|[-+] |#+ )*`, // before a line; they say nothing
	"EMPHASIS", `[*_\x60]*`,
	"NAME", `QUOTEWORDQUOTE`,
	"QUOTE", `["']?`,
	"WORD", `[\pL\pN\x5f]+`,
	"NOUN", `(?:` + nouns + `)`,
	"STEP", `(?:step|\x02)`,
	"~", `\s*`,
	" ", `\s+`,
}

// An expression is a regular expression that uses parts. It is compiled at its first use.
type expression struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

func (e *expression) get() *regexp.Regexp {
	e.once.Do(func() {
		text := e.text
		for i := 0; i < len(parts); i += 2 {
			text = strings.ReplaceAll(text, parts[i], parts[i+1])
		}
		e.compiled = regexp.MustCompile(text)
	})
	return e.compiled
}

// groupIn returns the name of the first group that matches in a text; "" if there is none.
func (e *expression) groupIn(text []byte) string {
	g := e.get().FindSubmatchIndex(text)
	for k, name := range e.get().SubexpNames() {
		if g != nil && name != "" && g[2*k] >= 0 {
			return name
		}
	}
	return ""
}
