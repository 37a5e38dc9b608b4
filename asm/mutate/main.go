// Command mutate shows that the tests of package kernel notice a fault in its
// assembly. It plants one at a time, in a constant, an opcode or a bound, and runs the
// tests on each.
//
//	go run ./mutate -mutants 100        in asm/
//
// It takes at most so many mutants, at random. It leaves out those that no test can kill:
// the file equivalent.txt has regular expressions of them, with the reasons. The exit
// status is 1 if a mutant survives, if the tests fail without one, or if one of those
// expressions is of no mutant.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

//go:embed equivalent.txt
var equivalentText string

func main() {
	most := flag.Uint("mutants", 100, "how many at most, but one at least")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of what is taken")
	flag.Parse()
	source, err := filepath.Abs("../kernel/kernel_amd64.s")
	check(err)
	text, err := os.ReadFile(source)
	check(err)
	lines := strings.Split(string(text), "\n")
	mutants := enumerate(lines)
	taken := rand.New(rand.NewPCG(*seed, 0)).Perm(len(mutants))[:min(len(mutants), max(int(*most), 1))]
	fmt.Printf("seed %d: %d of %d mutants\n", *seed, len(taken), len(mutants))
	var wg sync.WaitGroup
	var survived atomic.Int64
	workers := runtime.NumCPU()
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(taken); i += workers {
				m := mutants[taken[i]]
				mutated := slices.Clone(lines)
				mutated[m.line] = "\t" + m.to
				if _, err := test(source, strings.Join(mutated, "\n")); err == nil {
					survived.Add(1)
					fmt.Printf("SURVIVED: %s\n", m.name)
				}
			}
		})
	}
	wg.Wait()
	if out, err := test(source, string(text)); err != nil { // and so what was killed may not have been
		check(fmt.Errorf("without a mutant, too: %w\n%s", err, out))
	}
	fmt.Printf("%d survived\n", survived.Load())
	if survived.Load() > 0 {
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// mutant is a changed line. Its name says where and how.
type mutant struct {
	name, to string
	line     int
}

var (
	place  = regexp.MustCompile(`^TEXT ·((?:fill|states)[A-Z0-9]+)\(SB\)|^(\w+):$`)
	number = regexp.MustCompile(`\$([+-]?(?:0x)?[0-9a-f]+)\b|\b([0-9]+)\(`) // "$+12", "$0x0c" or "12("
)

// opcodes maps an opcode to the one that a mutant has instead.
var opcodes = map[string]string{
	"ADDQ": "SUBQ", "SUBQ": "ADDQ", "ANDQ": "ORQ", "ANDL": "ORL", "NEGQ": "NOTQ", "NOTQ": "NEGQ", "INCQ": "DECQ", "DECQ": "INCQ",
	"SHRQ": "SHLQ", "SHLQ": "SHRQ", "SHLL": "SHRL", "TZCNTQ": "LZCNTQ", "BLSRQ": "BLSIQ", "BLSIQ": "BLSRQ",
	"MULQ": "IMULQ", "JLT": "JGE", "JGE": "JLT", "JNZ": "JZ", "JZ": "JNZ", "JNE": "JE", "JLE": "JGT", "CMOVQGT": "CMOVQLT",
	"CMOVQCC": "CMOVQCS", "VPXORQ": "VPORQ", "VPANDQ": "VPORQ", "VPXOR": "VPOR", "VPAND": "VPOR", "PXOR": "POR", "PAND": "POR",
	"PUNPCKLQDQ": "PUNPCKHQDQ", "BTSQ": "BTRQ", "MOVBQZX": "MOVBQSX",
}

// enumerate returns all mutants that a test can kill.
func enumerate(lines []string) (mutants []mutant) {
	function, label := "", ""
	for i, line := range lines {
		if m := place.FindStringSubmatch(line); m != nil {
			if label = m[2]; m[1] != "" {
				function, label = m[1], "start"
			}
			continue
		}
		text := strings.Join(strings.Fields(line), " ")
		if function == "" || !strings.HasPrefix(line, "\t") || strings.HasPrefix(text, "//") {
			continue
		}
		for _, to := range changes(text) {
			mutants = append(mutants, mutant{fmt.Sprintf("%s, at %s: %s -> %s", function, label, text, to), to, i})
		}
	}
	for line := range strings.Lines(equivalentText) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		equivalent := regexp.MustCompile("^(?:" + line + ")$")
		all := len(mutants)
		mutants = slices.DeleteFunc(mutants, func(m mutant) bool { return equivalent.MatchString(m.name) })
		if len(mutants) == all {
			check(fmt.Errorf("equivalent.txt has %v, which no mutant is: take it out", equivalent))
		}
	}
	return mutants
}

// changes returns an instruction with another opcode, and with each number one more and
// one less.
func changes(text string) (all []string) {
	op, operands, _ := strings.Cut(text, " ")
	if to, ok := opcodes[op]; ok {
		all = append(all, strings.TrimSpace(to+" "+operands))
	}
	for _, at := range number.FindAllStringSubmatchIndex(text, -1) {
		start, end := max(at[2], at[4]), max(at[3], at[5]) // of the group that matches: the other's are -1
		n, err := strconv.ParseInt(text[start:end], 0, 64)
		if err != nil {
			continue // a constant of 64 bits
		}
		for _, to := range []int64{n + 1, n - 1} {
			if isOffset := at[4] >= 0; to >= 0 || !isOffset {
				all = append(all, fmt.Sprint(text[:start], to, text[end:]))
			}
		}
	}
	return all
}

// test runs the tests of package kernel with a text in place of the source.
func test(source, text string) (out []byte, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	check(err)
	defer os.RemoveAll(dir)
	file, overlay := filepath.Join(dir, "kernel_amd64.s"), filepath.Join(dir, "overlay.json")
	check(os.WriteFile(file, []byte(text), 0o666))
	check(os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, source, file), 0o666))
	for _, how := range []string{"-short", "-short=false"} { // the quick tests first
		// A minute after the timeout, go test ends a loop in assembly, too.
		c := exec.Command("go", "test", "-vet=off", "-overlay", overlay, how, "-failfast", "-timeout=2m", "-run=^Test", "-skip=^TestInit$")
		c.Dir = filepath.Dir(source)
		if out, err = c.CombinedOutput(); err != nil {
			return out, fmt.Errorf("%v: %w", c, err)
		}
	}
	return nil, nil
}
