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

// quote returns printable text that a shell reads as the word s.
func quote(s string) string {
	// No "=": before a command it would assign, and zsh replaces "=word".
	const safe = "+,-./:@_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	switch {
	case s != "" && strings.Trim(s, safe) == "":
		return s
	case printable(s) == s:
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		if strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return "$'" + b.String() + "'" // for bash, zsh and ksh, but not for every sh
}
