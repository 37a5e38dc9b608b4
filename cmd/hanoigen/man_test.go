//go:build man

package main

import (
	"bytes"
	"regexp"
	"testing"
)

func TestMan(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, `(?s)\.TH "HANOIGEN" "1".*--shard`},
		{[]string{"verify"}, `\.TH "HANOIGEN-VERIFY" "1"`},
	} {
		var page bytes.Buffer
		root := newRoot(&page)
		root.SetArgs(append([]string{"man"}, test.args...))
		if err := root.Execute(); err != nil || !regexp.MustCompile(test.want).Match(page.Bytes()) {
			t.Errorf("man %v: %v, %.200q; want a match of %q", test.args, err, &page, test.want)
		}
	}
	root := newRoot(&bytes.Buffer{})
	root.SetArgs([]string{"man", "frobnicate"})
	if err := root.Execute(); err == nil || !isUsage(err) {
		t.Errorf("man frobnicate: %v; want an error of usage", err)
	}
}
