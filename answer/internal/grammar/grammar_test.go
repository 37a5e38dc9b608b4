package grammar_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hanoigen/hanoi/answer/internal/grammar"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
)

// written writes a part as the readings are.
func written(p *grammar.Part) string {
	var items []string
	for _, m := range p.Items {
		word := [...]string{"title", "...", "|", "move"}[min(m.Kind, grammar.Sentence)]
		for i, flag := range []grammar.Flags{grammar.Unread, grammar.CouldByNumbers, grammar.Could, grammar.Holds} {
			if m.Kind == grammar.Text && m.Is(flag) {
				word = []string{"text", "numbers", "could", "holds"}[i]
			}
		}
		if m.IsMove() {
			place := func(at grammar.Place) string {
				if at.OnDisk() {
					return fmt.Sprintf("d%d", at.ID())
				}
				return append([]string{""}, p.Names.All...)[at.ID()+1]
			}
			word = place(m.From) + ">" + place(m.To)
			if m.Is(grammar.HasLead | grammar.Worded) {
				word = strings.Replace(word, ">", ">+", 1)
			}
			if m.Disk.Given() {
				word = fmt.Sprintf("%d:%s", m.Disk.Value(), word)
			}
		}
		if m.Number.Given() {
			word = fmt.Sprintf("#%d %s", m.Number.Value(), word)
		}
		items = append(items, word)
	}
	if p.Unread == 0 {
		return strings.Join(items, ", ")
	}
	return fmt.Sprintf("%s %d", strings.Join(items, ", "), p.Unread)
}

const readingsFile = "testdata/readings.txt"

var update = flag.Bool("update", false, "write "+readingsFile)

// TestRead: each text is read as docs/evaluation.md says.
func TestRead(t *testing.T) {
	var have strings.Builder
	for line := range strings.Lines(string(must.Get(os.ReadFile(readingsFile)))) {
		text, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " => ")
		text = strings.TrimRight(text, " ")
		if have.WriteString(text); text != "" && !strings.HasPrefix(text, "//") {
			var r grammar.Reader
			r.SetNames(nil)
			fmt.Fprintf(&have, "%*s => %s", 60-utf8.RuneCountInString(text), "", written(r.Read([]byte(strings.ReplaceAll(text, "⏎", "\n")))))
		}
		have.WriteString("\n")
	}
	testfile.Compare(t, *update, readingsFile, have.String())
}
