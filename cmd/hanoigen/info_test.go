package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// What info prints and what --json gives is the same, in fields.
func TestInfo(t *testing.T) {
	var info infoAnswer
	r := hanoigen(t, "info --json")
	r.expect(t, 0, "")
	d := json.NewDecoder(strings.NewReader(string(r.out)))
	d.DisallowUnknownFields()
	if err := d.Decode(&info); err != nil || len(info.Tiers) == 0 || info.Tier != info.Tiers[0] || strings.Count(string(r.out), "\n") != 1 {
		t.Errorf("info --json: %s, %v", r.out, err)
	}
	for _, m := range info.Output { // a pipe
		if m.Can != (m.Name == "splice" && runtime.GOOS == "linux" || m.Name == "write") || m.Can != (m.Because == "") {
			t.Errorf("info --json: %+v", m)
		}
	}
	if len(info.Output) != 4 {
		t.Errorf("%d methods of output", len(info.Output))
	}
	want := fmt.Sprintf("\ncpu: %s\nfeatures: %s\ntiers: %s\nstandard output, by the first yes:\n",
		info.CPU, strings.Join(info.Features, " "), strings.Join(info.Tiers, " "))
	if got := string(hanoigen(t, "info").out); !strings.Contains(got, want) {
		t.Errorf("info prints %s; --json has %s", got, want)
	}
}
