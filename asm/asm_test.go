package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// outputs are the committed files, and the commands that write them.
var outputs = []struct {
	dir, pkg string
	flags    []string
}{
	{"../kernel", "kernel", nil},
}

// The committed files are what this program writes.
func TestCommitted(t *testing.T) {
	for _, o := range outputs {
		dir := t.TempDir()
		name := o.pkg + "_amd64"
		// The command stands in the files, and has to be the same in full.
		args := append([]string{"run", "."}, o.flags...)
		args = append(args, "-out", o.dir+"/"+name+".s", "-stubs", o.dir+"/"+name+".go", "-pkg", o.pkg)
		// So that it writes elsewhere, it runs in a copy.
		copied := filepath.Join(dir, "x", "asm")
		if err := os.CopyFS(copied, os.DirFS(".")); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(copied, o.dir), 0o777); err != nil {
			t.Fatal(err)
		}
		c := exec.Command("go", args...)
		c.Dir = copied
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", c, err, out)
		}
		for _, ext := range []string{".s", ".go"} {
			got, err := os.ReadFile(filepath.Join(copied, o.dir, name+ext))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(o.dir, name+ext))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s/%s%s is not what the generator writes; run go generate ./... at the root", o.dir, name, ext)
			}
		}
	}
}

// instructions returns those between a label and the jump back to it, counted by
// what they do: "store" and "load" of vectors by their memory operands, all
// others by name.
func instructions(t *testing.T, function, label string) map[string]int {
	text, err := os.ReadFile("../kernel/kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	_, code, ok := strings.Cut(string(text), "\nTEXT ·"+function+"(SB)")
	if !ok {
		t.Fatalf("no function %s", function)
	}
	code, _, _ = strings.Cut(code, "\nTEXT ")
	_, code, ok = strings.Cut(code, "\n"+label+":\n")
	if !ok {
		t.Fatalf("no label %s in %s", label, function)
	}
	vector := regexp.MustCompile(`^(V|MOV[ONUA]|MOVNT|P)`)
	counts := map[string]int{}
	for line := range strings.Lines(code) {
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(strings.ReplaceAll(line, ",", " "))
		if len(fields) == 0 {
			continue
		}
		if strings.HasPrefix(fields[0], "J") && fields[len(fields)-1] == label {
			return counts
		}
		memory := -1
		for i, operand := range fields[1:] {
			if strings.Contains(operand, "(") {
				memory = i
			}
		}
		switch {
		case fields[0] == "LEAQ":
			counts["LEAQ"]++
		case memory >= 0 && memory == len(fields)-2:
			counts["store"]++
		case memory >= 0:
			counts["load"]++
		case vector.MatchString(fields[0]):
			counts["vector"]++
		default:
			counts[fields[0]]++
		}
	}
	t.Fatalf("%s does not jump back to %s", function, label)
	return nil
}

// The inner loops of fill are stores and three seams, which are looked up, and
// nothing else: a spilled register or a stray load would show.
func TestFillLoops(t *testing.T) {
	for _, v := range []struct {
		vector
		merge int // operations that merge a seam's byte into a vector, besides the load
	}{{avx512{}, 1}, {avx2{}, 1}, {sse2{}, 3}} {
		want := map[string]int{
			"store": 3 << v.levels(), "ADDQ": 1 + 3, "SUBQ": 1, "CMPQ": 1,
			"TZCNTQ": 3, "load": 3, "vector": 3 * v.merge,
		}
		for _, label := range []string{"loop", "streaming"} {
			function := "fill" + v.tier()
			if got := instructions(t, function, label); !maps.Equal(got, want) {
				t.Errorf("%s of %s has %v, want %v", label, function, got, want)
			}
		}
	}
}

// Outside whole vectors the seam's byte is computed: TZCNT, BLSR, and the remainder
// modulo 3 by a multiplication. In those of the loop and behind it, it is looked up.
func TestFillSeams(t *testing.T) {
	forEachFunction(t, func(t *testing.T, f *function) {
		if !strings.HasPrefix(f.name, "fill") {
			return
		}
		counts := map[string]int{}
		for _, i := range f.code {
			counts[i.op]++
		}
		// One before the loop, and one for the end and short fills; three in each loop and
		// behind it. The remainder of k itself says where they are looked up.
		if counts["BLSRQ"] != 2 || counts["MULQ"] != 2+1 || counts["TZCNTQ"] != 2+3*3 {
			t.Errorf("%d BLSR, %d MUL, %d TZCNT", counts["BLSRQ"], counts["MULQ"], counts["TZCNTQ"])
		}
	})
}

// Each loop that is entered often begins a cache line.
func TestLoopsAligned(t *testing.T) {
	text, err := os.ReadFile("../kernel/kernel_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"loop", "streaming", "short_vectors", "block", "streaming_block"} {
		aligned := regexp.MustCompile(`\n\tPCALIGN +\$0x40\n\n` + label + `:\n`)
		if n := len(aligned.FindAll(text, -1)); n != 3 {
			t.Errorf("%s is aligned in %d functions, want 3", label, n)
		}
	}
}

// The loops of states write a group with a load, or an operation on memory, for
// each store. A whole block's last is that of a seam, which besides loads masks and
// moves one disk.
func TestStatesLoops(t *testing.T) {
	for _, v := range []vector{avx512{}, avx2{}, sse2{}} {
		groups := rowSize * word / v.width()
		for _, prefix := range []string{"", "streaming_"} {
			for label, want := range map[string]map[string]int{
				"plain": {"store": group, "load": group, "ADDQ": 2, "DECQ": 1, "TESTQ": 1},
				"block": { // the groups and the masks
					"store": group * groups, "load": group * (groups + 1),
					"BLSIQ": 1, "TZCNTQ": 0, "MULQ": 0, "LEAQ": 2, "ADDQ": 4, "SUBQ": 1, "CMPQ": 2,
				},
			} {
				got := instructions(t, "states"+v.tier(), prefix+label)
				for name, n := range want {
					if got[name] != n {
						t.Errorf("%s%s of states%s has %d %s, want %d: %v", prefix, label, v.tier(), got[name], name, n, got)
					}
				}
			}
		}
	}
}

// An operation of two operands must not overwrite one that it still needs.
func TestSSE2Overwrites(t *testing.T) {
	a, b := sse2{}.register(), sse2{}.register()
	defer func() {
		if r := recover(); !strings.Contains(fmt.Sprint(r), "overwrite") {
			t.Errorf("panic %v", r)
		}
	}()
	sse2{}.xor(a, b, b)
}
