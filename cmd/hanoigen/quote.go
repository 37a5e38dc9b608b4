package main

import (
	"fmt"
	"strconv"
	"strings"
)

// quote returns s so that a shell reads it as one word of printable characters.
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
	return "$'" + b.String() + "'" // in bash, zsh and ksh, not in every sh
}

// printable returns s with escapes of Go for what is not printable.
func printable(s string) string {
	q := strconv.Quote(s)
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(q[1 : len(q)-1])
}
