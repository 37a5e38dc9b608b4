package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// These tests read the committed assembly, to find faults that results rarely or never show.

type function struct {
	name   string
	text   string // the TEXT line
	code   []instruction
	labels map[string]int // the index in code after a label
}

type instruction struct {
	op       string
	operands []string
}

func (i instruction) String() string { return i.op + " " + strings.Join(i.operands, ", ") }

// functions returns the functions of the committed file.
func functions(t *testing.T) (all []*function) {
	beginning := regexp.MustCompile(`^TEXT ·(\w+)\(SB\)`)
	comma := regexp.MustCompile(`, *`)
	for line := range strings.Lines(string(read(t, kernel+".s"))) {
		line = strings.TrimSpace(line)
		line, _, _ = strings.Cut(line, "//")
		op, operands, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch m := beginning.FindStringSubmatch(line); {
		case m != nil:
			all = append(all, &function{name: m[1], text: line, labels: map[string]int{}})
		case op == "" || strings.HasPrefix(op, "#") || op == "DATA" || op == "GLOBL":
		case strings.HasSuffix(op, ":"):
			f := all[len(all)-1]
			f.labels[strings.TrimSuffix(op, ":")] = len(f.code)
		default:
			f := all[len(all)-1]
			i := instruction{op: op}
			if operands != "" {
				i.operands = comma.Split(strings.TrimSpace(operands), -1)
			}
			f.code = append(f.code, i)
		}
	}
	if len(all) != 6 {
		t.Fatalf("%d functions, want fill and states of three tiers", len(all))
	}
	return all
}

func forEachFunction(t *testing.T, test func(t *testing.T, f *function)) {
	for _, f := range functions(t) {
		t.Run(f.name, func(t *testing.T) { test(t, f) })
	}
}

func (i instruction) jumps() bool { return strings.HasPrefix(i.op, "J") }

// nonTemporal reports whether i is a non-temporal store.
func (i instruction) nonTemporal() bool { return i.op == "MOVNTDQ" || i.op == "VMOVNTDQ" }

var wideRegister = regexp.MustCompile(`\b[YZ][0-9]+\b`)

// wide reports whether i uses a register wider than XMM.
func (i instruction) wide() bool { return wideRegister.MatchString(i.String()) }

// stores reports whether i writes a vector to memory.
func (i instruction) stores() bool {
	n := len(i.operands)
	return n > 1 && strings.Contains(i.operands[n-1], "(") && regexp.MustCompile(`^V|^MOV(NT|O)`).MatchString(i.op)
}

// returnsWith reports whether a path from the start to a RET contains an instruction of the
// first kind that no instruction of the second kind follows.
func (f *function) returnsWith(first, second func(instruction) bool) bool {
	type place struct {
		at  int
		has bool
	}
	seen := map[place]bool{}
	next := []place{{}}
	for len(next) > 0 {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		i := f.code[p.at]
		has := (p.has || first(i)) && !second(i)
		if i.op == "RET" {
			if has {
				return true
			}
			continue
		}
		if i.jumps() {
			next = append(next, place{f.labels[i.operands[0]], has})
		}
		if i.op != "JMP" {
			next = append(next, place{p.at + 1, has})
		}
	}
	return false
}

// Every non-temporal store is followed by an SFENCE before RET (Intel 2024, vol. 2,
// MOVNTDQ): without it, another goroutine may not see what was written. Every use of a wide
// register is followed by a VZEROUPPER before RET: without it, later SSE code is slow.
func TestFencesAndUpperHalves(t *testing.T) {
	is := func(op string) func(instruction) bool { return func(i instruction) bool { return i.op == op } }
	forEachFunction(t, func(t *testing.T, f *function) {
		if !slices.ContainsFunc(f.code, instruction.nonTemporal) {
			t.Error("no non-temporal store")
		}
		if f.returnsWith(instruction.nonTemporal, is("SFENCE")) {
			t.Error("a path from a non-temporal store to RET without SFENCE")
		}
		if sse := strings.HasSuffix(f.name, "BMI"); sse == slices.ContainsFunc(f.code, instruction.wide) {
			t.Errorf("wide registers: %v", sse)
		}
		if f.returnsWith(instruction.wide, is("VZEROUPPER")) {
			t.Error("a path from a wide register to RET without VZEROUPPER")
		}
	})
}

// loop returns the instructions between a label and the last jump back to it.
func (f *function) loop(t *testing.T, label string) []instruction {
	first, ok := f.labels[label]
	if !ok {
		t.Fatalf("no label %s", label)
	}
	for at := len(f.code) - 1; at >= first; at-- {
		if f.code[at].jumps() && f.code[at].operands[0] == label {
			return f.code[first:at]
		}
	}
	t.Fatalf("no jump back to %s", label)
	return nil
}

// A non-temporal loop has only non-temporal stores: an ordinary store would read its cache line
// into the caches. The other loops have only aligned stores: a store across two cache lines
// takes as long as two stores.
func TestLoopsStore(t *testing.T) {
	loops := map[string][2][]string{ // ordinary and non-temporal
		"fill":   {{"loop"}, {"nontemporal"}},
		"states": {{"block", "plain"}, {"nontemporal_block", "nontemporal_plain"}},
	}
	forEachFunction(t, func(t *testing.T, f *function) {
		labels := loops[strings.TrimRight(f.name, "AVXBMI0123456789")]
		for nonTemporal, labels := range labels {
			for _, label := range labels {
				n := 0
				for _, i := range f.loop(t, label) {
					if !i.stores() {
						continue
					}
					n++
					aligned := slices.Contains([]string{"MOVOA", "VMOVDQA", "VMOVDQA64"}, i.op)
					if nonTemporal == 1 && !i.nonTemporal() || nonTemporal == 0 && !aligned {
						t.Errorf("%s: %v", label, i)
					}
				}
				if n == 0 {
					t.Errorf("%s: no stores", label)
				}
			}
		}
	})
}

// The kernels have no frame, call nothing, and do not use SP and BP.
func TestFrames(t *testing.T) {
	kept := regexp.MustCompile(`\b(SP|BP)\b`)
	forEachFunction(t, func(t *testing.T, f *function) {
		if !strings.Contains(f.text, ", NOSPLIT, $0-") {
			t.Error(f.text)
		}
		for _, i := range f.code {
			if strings.HasPrefix(i.op, "CALL") || kept.MatchString(i.String()) {
				t.Error(i)
			}
		}
	})
}
