package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
)

// info and info --json give the same answer, here for a pipe.
func TestInfo(t *testing.T) {
	var info infoAnswer
	r := start(t, process("info --json"))
	d := json.NewDecoder(bytes.NewReader(r.out))
	d.DisallowUnknownFields()
	if err := d.Decode(&info); err != nil || info.Tier != info.Tiers[0] ||
		!strings.HasPrefix(info.CPU, strings.TrimSpace(cpuid.CPU.BrandName)) || runtime.GOARCH == "amd64" && !slices.Contains(info.Features, "SSE2") {
		t.Errorf("info --json: %s, %v", r.out, err)
	}
	want := fmt.Sprintf("%v\ncpu: %s\nfeatures: %s\ntiers: %s\nstandard output, by the first yes:\n",
		info.build, info.CPU, strings.Join(info.Features, " "), strings.Join(info.Tiers, " "))
	for _, m := range info.Output {
		if m.Can != (m.Name == "splice" && runtime.GOOS == "linux" || m.Name == "write") {
			t.Errorf("info --json: %+v", m)
		}
		can := "yes"
		if !m.Can {
			can = "no: " + m.Because
		}
		want += fmt.Sprintf("  %-6s %s\n", m.Name, can)
	}
	if got := string(start(t, process("info")).out); got != want {
		t.Errorf("info prints\n%s; want\n%s", got, want)
	}
}
