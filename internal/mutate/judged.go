//go:build linux

package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed judged.txt
var judgedText string

// readJudged returns the names in a text with the reason of each: the comment
// above it. What comes before the first name may be no reason.
func readJudged(text string) (map[string]string, error) {
	all := map[string]string{}
	reason, open := "", false // open: without a name yet
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimSpace(line)
		comment, isComment := strings.CutPrefix(line, "#")
		switch {
		case isComment && open:
			reason += comment
		case isComment:
			reason, open = strings.TrimSpace(comment), true
		case line == "" && open && len(all) > 0:
			return nil, fmt.Errorf("judged.txt: nothing for the reason %q", reason)
		case line == "":
			reason, open = "", false
		case reason == "":
			return nil, fmt.Errorf("judged.txt: no reason for %s", line)
		case all[line] != "":
			return nil, fmt.Errorf("judged.txt: twice: %s", line)
		default:
			all[line], open = reason, false
		}
	}
	return all, nil
}

// stale reports whether judged has mutants of a package that the package no longer
// has, and prints them.
func stale(name string, ms []mutant, judged map[string]string) bool {
	there := map[string]bool{}
	for _, m := range ms {
		there[m.key()] = true
	}
	found := false
	for key := range judged {
		if strings.HasPrefix(key, name+": ") && !there[key] {
			found = true
			fmt.Println("NO LONGER THERE:", key)
		}
	}
	return found
}
