package main

import (
	"fmt"
	"strconv"
	"strings"
)

// printable returns s with Go's escapes for characters that are not printable.
func printable(s string) string {
	q := strconv.Quote(s)
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(q[1 : len(q)-1])
}

// quote returns printable text, on one line, that every POSIX shell reads as the word s. ok is
// false if there is none: for a word that is not printable and ends in a newline.
func quote(s string) (quoted string, ok bool) {
	// No "=": before a command it would assign, and zsh replaces "=word".
	const safe = "+,-./:@_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	switch {
	case s != "" && strings.Trim(s, safe) == "":
		return s, true
	case printable(s) == s:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'", true
	}
	var b strings.Builder
	for i, c := range []byte(s) {
		if strings.IndexByte(safe, c) >= 0 && (c != '-' || i > 0) { // not a flag of printf
			b.WriteByte(c)
		} else if c == '%' {
			b.WriteString("%%")
		} else {
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return `"$(printf '` + b.String() + `')"`, !strings.HasSuffix(s, "\n")
}
