package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The jumps depend only on what TestClasses of package kernel varies: on the parameters n and
// nonTemporal, on dst modulo a vector, and on k modulo a block. So do the distances from dst
// at which the kernels store. An instruction that cannot be followed is an error if a jump or
// an address depends on it.
func TestJumps(t *testing.T) {
	forEachFunction(t, func(t *testing.T, f *ir.Function) {
		block := 512 // as in vectorIndex of package kernel
		if strings.HasPrefix(f.Name, "states") {
			block = blockStates
		}
		tier := slices.IndexFunc(vectors, func(v vector) bool { return strings.HasSuffix(f.Name, v.tier) })
		states := follow(f, vectors[tier].width, block)
		jumps := 0
		for _, i := range f.Instructions() {
			before, reached := states[i]
			if !reached {
				continue
			}
			if i.IsConditional {
				jumps++
				if before.flags.unknown {
					t.Errorf("%s depends on more than n, nonTemporal, and the low bits of dst and k", text(i))
				}
			}
			for _, op := range i.Outputs {
				if m, ok := op.(Mem); ok {
					if at := before.address(m); at.dst != 1 || at.k != 0 || at.unknown {
						t.Errorf("%s stores at a distance from dst that depends on more", text(i))
					}
				}
			}
		}
		if jumps == 0 {
			t.Error("no conditional jumps")
		}
	})
}

// A value is what is known of a register: a sum of multiples of dst, rounded down to a vector,
// and of k, rounded down to a block, plus a function of what TestClasses varies.
type value struct {
	dst, k  int  // the multipliers
	unknown bool // it also depends on something else
	byte    bool // only the lowest byte is known
}

var params = map[string]value{"dst": {dst: 1}, "k": {k: 1}, "n": {}, "nonTemporal": {}}

func (v value) plus(w value, times int) value {
	return value{dst: v.dst + times*w.dst, k: v.k + times*w.k, unknown: v.unknown || w.unknown}
}

// function returns a value that depends on all bits of the given values.
func function(values ...value) (f value) {
	for _, v := range values {
		f.unknown = f.unknown || v.unknown || v.dst != 0 || v.k != 0
	}
	return f
}

// A state is what is known before an instruction.
type state struct {
	width, block int
	registers    map[reg.ID]value
	flags        value // of the last comparison
}

// follow returns the state before each instruction that can be reached.
func follow(f *ir.Function, width, block int) map[*ir.Instruction]*state {
	first := f.Instructions()[0]
	before := map[*ir.Instruction]*state{first: {width, block, map[reg.ID]value{}, value{unknown: true}}}
	for next := []*ir.Instruction{first}; len(next) > 0; {
		i := next[0]
		next = next[1:]
		after := before[i].after(i)
		for _, succ := range i.Succ {
			if before[succ] == nil {
				before[succ] = after.clone()
			} else if !before[succ].join(after) {
				continue
			}
			next = append(next, succ)
		}
	}
	return before
}

func (s *state) clone() *state {
	c := *s
	c.registers = maps.Clone(s.registers)
	return &c
}

// join merges the state from another path into s, and reports whether s has changed.
func (s *state) join(from *state) (changed bool) {
	merge := func(v, w value) value {
		merged := value{v.dst, v.k, v.unknown || w.unknown, v.byte || w.byte}
		if v.dst != w.dst || v.k != w.k {
			merged = function(v, w)
		}
		changed = changed || merged != v
		return merged
	}
	s.flags = merge(s.flags, from.flags)
	for id, v := range s.registers {
		w, ok := from.registers[id]
		if !ok {
			w = value{unknown: true}
		}
		s.registers[id] = merge(v, w)
	}
	return changed
}

func (s *state) read(op Op) value {
	switch op := op.(type) {
	case reg.Register:
		if v, ok := s.registers[op.ID()]; ok && !(v.byte && op.Size() > 1) {
			return v
		}
	case Mem:
		if v, ok := params[op.Symbol.Name]; ok && op.Base == reg.FramePointer {
			return v
		}
	case Constant:
		return value{}
	}
	return value{unknown: true}
}

func (s *state) address(m Mem) value {
	v := s.read(m.Base)
	if m.Index != nil {
		v = v.plus(s.read(m.Index), int(m.Scale))
	}
	return v
}

// and returns v & op. A mask of low bits drops the multiples; a mask of high bits keeps them.
func (s *state) and(op Op, v value) value {
	var mask int
	switch c := op.(type) {
	case U8:
		mask = int(c)
	case I32:
		mask = int(c)
	default:
		return function(v, s.read(op))
	}
	part := func(times, of int) int {
		switch {
		case times != 0 && mask >= 0 && mask < of:
			return 0
		case times != 0 && (mask >= 0 || of%-mask != 0):
			v.unknown = true
		}
		return times
	}
	v.dst, v.k = part(v.dst, s.width), part(v.k, s.block)
	return v
}

// after returns the state after an instruction.
func (s *state) after(i *ir.Instruction) *state {
	s = s.clone()
	ops := make([]value, len(i.Operands))
	for at, op := range i.Operands {
		ops[at] = s.read(op)
	}
	var result value
	flags := value{unknown: true}
	switch i.Opcode {
	case "MOVQ", "MOVB":
		result, flags = ops[0], s.flags
	case "LEAQ":
		result, flags = s.address(i.Operands[0].(Mem)), s.flags
	case "ADDQ":
		result = ops[1].plus(ops[0], 1)
	case "SUBQ":
		result = ops[1].plus(ops[0], -1)
	case "NEGQ", "NOTQ":
		result = value{}.plus(ops[0], -1)
	case "INCQ", "DECQ":
		result = ops[0]
	case "ANDQ":
		result = s.and(i.Operands[0], ops[1])
	case "CMPQ":
		flags = function(ops...)
	case "TESTQ", "TESTB":
		flags = function(s.and(i.Operands[0], ops[1]))
	case "CMOVQGT", "CMOVQCC":
		result, flags = function(append(ops, s.flags)...), s.flags
	default:
		for _, r := range i.InputRegisters() {
			result = function(result, s.read(r))
		}
		if slices.ContainsFunc(i.Inputs, IsMem) {
			result.unknown = true
		}
		if i.IsBranch {
			flags = s.flags
		}
	}
	s.flags = flags
	for _, r := range i.OutputRegisters() {
		if r.Size() != 8 { // a vector, or a part of a register
			result = function(result)
			result.byte = r.Size() < 4
		}
		s.registers[r.ID()] = result
	}
	return s
}
