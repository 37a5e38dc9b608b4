package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestBench(t *testing.T) {
	r := hanoigen(t, "bench --run ^Fill.generic,.16.moves")
	r.expect(t, exitDone, "")
	for _, want := range []string{"hanoigen ", "cpu: ", "## Short calls", "| Fill generic, 16 moves a call"} {
		if !strings.Contains(string(r.out), want) {
			t.Errorf("no %q in\n%s", want, r.out)
		}
	}
	if strings.Contains(string(r.out), "Kernels") {
		t.Errorf("measured what was not asked for:\n%s", r.out)
	}
	if !regexp.MustCompile(`\nIn [0-9]+\.[0-9] s\.\n$`).Match(r.out) {
		t.Errorf("it does not say how long it took:\n%s", r.out)
	}
	hanoigen(t, "bench --run nothing").expect(t, exitUsage, `--run "nothing" matches no row; the rows are: (.*; )?StateAt, n = 64; `)
	hanoigen(t, "bench --run (").expect(t, exitUsage, `--run "\(": .*regular expression`)
	hanoigen(t, "bench --dir /no/such").expect(t, exitFailed, `give another folder with --dir`)
	hanoigen(t, "bench --feed soup").expect(t, exitFailed, `no feed "soup"|on Linux alone`)
}

// A section ends with what follows from its rows, if anything does.
func TestBenchConcludes(t *testing.T) {
	r := hanoigen(t, "bench --run streaming.stores|StateAt")
	r.expect(t, exitDone, "")
	var said []string
	for line := range strings.Lines(string(r.out)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '|' {
			first, _, _ := strings.Cut(line, " ")
			said = append(said, first)
		}
	}
	want := `^hanoigen cpu: ## (Streaming|Ordinary) ## In$`
	if strings.Contains(string(r.out), "this build has no assembly") {
		want = `^hanoigen cpu: ## ## In$`
	}
	if got := strings.Join(said, " "); !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("%q in\n%s", got, r.out)
	}
}
