//go:build unix

package main

import (
	"os/exec"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Shells read a quoted word as it was.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a", "a b", "it's", "$HOME", `a\'2`, "†", "-", "~", "*", "!!", "a=b", "=ls", `\`, "if", "{a,b}", "#", "^a^b", "\u00a0",
		"a\nb", "\na b", "\x7f", "\x01", "\x1f2", "\t", "\xff%", "it's\n", "\u0085\\", "\u202e", "a\n", "%s\\n\t%", "-\x01"} {
		quoted, ok := quote(s)
		if ok == strings.HasSuffix(s, "\n") {
			t.Errorf("%q: %s, %v", s, quoted, ok)
		}
		for _, program := range []string{"bash", "sh", "dash"} {
			if _, err := exec.LookPath(program); err != nil || !ok {
				t.Log("NOT RUN:", err)
				continue
			}
			read, err := exec.Command(program, "-c", "printf %s "+quoted).Output()
			if err != nil || string(read) != s || !utf8.ValidString(quoted) || strings.ContainsFunc(quoted, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%s reads %s as %q, %v; want %q", program, quoted, read, err, s)
			}
		}
	}
	for _, c := range " !\"#$&()*;<=>?[\\]^`{|}~" { // some shells, in some places, read these otherwise
		s := "a" + string(c)
		if quoted, _ := quote(s); quoted != "'"+s+"'" {
			t.Errorf("%s is not quoted: %s", s, quoted)
		}
	}
}
