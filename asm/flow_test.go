package main

import (
	"flag"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/reg"
)

// These tests read the generated instructions, to find faults that results rarely or never
// show. TestCommitted shows that the committed file contains them.

var functions = sync.OnceValue(func() []*ir.Function {
	for _, v := range vectors {
		fill(v)
		states(v)
	}
	var file *ir.File
	keep := func(f *ir.File) error {
		file = f
		return nil
	}
	// The last pass of Compile discards the successors of instructions.
	pass.Compile = pass.Concat(pass.Compile, pass.FunctionPass(pass.LabelTarget), pass.FunctionPass(pass.CFG), pass.Func(keep))
	flag.Set("out", os.DevNull)
	Generate()
	return file.Functions()
})

func forEachFunction(t *testing.T, test func(t *testing.T, f *ir.Function)) {
	for _, f := range functions() {
		t.Run(f.Name, func(t *testing.T) { test(t, f) })
	}
}

// text returns an instruction as in the file.
func text(i *ir.Instruction) string {
	words := []string{i.Opcode}
	for _, op := range i.Operands {
		words = append(words, op.Asm())
	}
	return strings.Join(words, " ")
}

// nonTemporal reports whether i is a non-temporal store.
func nonTemporal(i *ir.Instruction) bool { return i.Opcode == "MOVNTDQ" || i.Opcode == "VMOVNTDQ" }

// wide reports whether i uses a register wider than XMM.
func wide(i *ir.Instruction) bool {
	return slices.ContainsFunc(i.Registers(), func(r reg.Register) bool { return r.Size() > 16 })
}

// returnsWith reports whether a path from the start to a RET contains an instruction of the
// first kind that no instruction of the second kind follows.
func returnsWith(f *ir.Function, first, second func(*ir.Instruction) bool) bool {
	type place struct {
		i   *ir.Instruction
		has bool
	}
	seen := map[place]bool{}
	next := []place{{f.Instructions()[0], false}}
	for len(next) > 0 {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		has := (p.has || first(p.i)) && !second(p.i)
		if p.i.IsTerminal && has {
			return true
		}
		for _, i := range p.i.Succ {
			next = append(next, place{i, has})
		}
	}
	return false
}

// Every non-temporal store is followed by an SFENCE before RET (Intel 2024, vol. 2,
// MOVNTDQ): without it, another goroutine may not see what was written. Every use of a wide
// register is followed by a VZEROUPPER before RET: without it, later SSE code is slow.
func TestFencesAndUpperHalves(t *testing.T) {
	is := func(op string) func(*ir.Instruction) bool {
		return func(i *ir.Instruction) bool { return i.Opcode == op }
	}
	forEachFunction(t, func(t *testing.T, f *ir.Function) {
		if !slices.ContainsFunc(f.Instructions(), nonTemporal) {
			t.Error("no non-temporal store")
		}
		if returnsWith(f, nonTemporal, is("SFENCE")) {
			t.Error("a path from a non-temporal store to RET without SFENCE")
		}
		if sse := strings.HasSuffix(f.Name, "BMI"); sse == slices.ContainsFunc(f.Instructions(), wide) {
			t.Errorf("wide registers: %v", sse)
		}
		if returnsWith(f, wide, is("VZEROUPPER")) {
			t.Error("a path from a wide register to RET without VZEROUPPER")
		}
	})
}

// loop returns the instructions from a label to the last jump back to it.
func loop(f *ir.Function, label string) []*ir.Instruction {
	code := f.Instructions()
	target := f.LabelTarget[ir.Label(label)]
	first := slices.Index(code, target)
	for last := len(code) - 1; last > first; last-- {
		if code[last].IsBranch && slices.Contains(code[last].Succ, target) {
			return code[first:last]
		}
	}
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
	aligned := []string{"MOVOA", "VMOVDQA", "VMOVDQA64"}
	forEachFunction(t, func(t *testing.T, f *ir.Function) {
		for kind, labels := range loops[strings.TrimRight(f.Name, "AVXBMI0123456789")] {
			for _, label := range labels {
				stores := 0
				for _, i := range loop(f, label) {
					if len(i.Outputs) == 0 || !IsMem(i.Outputs[0]) {
						continue
					}
					stores++
					if kind == 1 && !nonTemporal(i) || kind == 0 && !slices.Contains(aligned, i.Opcode) {
						t.Errorf("%s: %s", label, text(i))
					}
				}
				if stores == 0 {
					t.Errorf("%s: no stores", label)
				}
			}
		}
	})
}

// The kernels have no frame, call nothing, and do not use SP and BP.
func TestFrames(t *testing.T) {
	forEachFunction(t, func(t *testing.T, f *ir.Function) {
		if !f.Attributes.NOSPLIT() || f.FrameBytes() != 0 {
			t.Errorf("attributes %s, a frame of %d bytes", f.Attributes.Asm(), f.FrameBytes())
		}
		for _, i := range f.Instructions() {
			kept := slices.ContainsFunc(i.Registers(), func(r reg.Register) bool { return r.Asm() == "SP" || r.Asm() == "BP" })
			if strings.HasPrefix(i.Opcode, "CALL") || kept {
				t.Error(text(i))
			}
		}
	})
}
