// Command mutate shows that the tests of package kernel notice a fault in its
// assembly. It plants one at a time, in a constant, an opcode or a bound, and runs the
// tests on each.
//
//	go run ./mutate -mutants 100        in asm/
//
// It takes at most so many mutants, at random. It leaves out those that no test can kill:
// the file equivalent.txt has regular expressions of them, with the reasons. The exit
// status is 1 if a mutant survives, or if one of those expressions is of no mutant.
package main

import (
	"bytes"
	"context"
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
	mutants := flag.Uint("mutants", 100, "how many at most, but one at least")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of what is taken")
	flag.Parse()
	source, err := filepath.Abs("../kernel/kernel_amd64.s")
	check(err)
	text, err := os.ReadFile(source)
	check(err)
	lines := strings.Split(string(text), "\n")
	taken := enumerate(lines)
	of := len(taken)
	rand.New(rand.NewPCG(*seed, 0)).Shuffle(of, func(i, j int) { taken[i], taken[j] = taken[j], taken[i] })
	taken = taken[:min(of, max(int(*mutants), 1))]
	fmt.Printf("seed %d: %d of %d mutants\n", *seed, len(taken), of)

	dir, err := os.MkdirTemp("", "mutate")
	check(err)
	var wg sync.WaitGroup
	var survived atomic.Int64
	workers := runtime.NumCPU()
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(taken); i += workers {
				if !taken[i].killed(lines, source, filepath.Join(dir, strconv.Itoa(w))) {
					survived.Add(1)
					fmt.Printf("SURVIVED: %s\n", taken[i].name)
				}
			}
		})
	}
	wg.Wait()
	os.RemoveAll(dir)
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
	number = regexp.MustCompile(`\$[+-]?(?:0x)?[0-9a-f]+\b|\b[0-9]+\(`)
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
	for _, span := range number.FindAllStringIndex(text, -1) {
		for _, by := range []int64{1, -1} {
			if n, ok := changed(text[span[0]:span[1]], by); ok {
				all = append(all, text[:span[0]]+n+text[span[1]:])
			}
		}
	}
	return all
}

// changed returns a number of the assembly, "$+12", "$0x0c" or "12(", with by added
// to it.
func changed(text string, by int64) (string, bool) {
	n, err := strconv.ParseInt(strings.Trim(text, "$+("), 0, 64)
	if err != nil {
		return "", false // a constant of 64 bits
	}
	if strings.HasSuffix(text, "(") {
		return fmt.Sprintf("%d(", n+by), n+by >= 0
	}
	return fmt.Sprintf("$%d", n+by), true
}

// killed runs the tests on a mutant.
func (m mutant) killed(lines []string, source, dir string) bool {
	check(os.MkdirAll(dir, 0o777))
	mutated := slices.Clone(lines)
	mutated[m.line] = "\t" + m.to
	file := filepath.Join(dir, "kernel_amd64.s")
	check(os.WriteFile(file, []byte(strings.Join(mutated, "\n")), 0o666))
	overlay := filepath.Join(dir, "overlay.json")
	check(os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, source, file), 0o666))

	test := filepath.Join(dir, "kernel.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", test, "./kernel")
	build.Dir = filepath.Dir(filepath.Dir(source))
	if out, err := build.CombinedOutput(); err != nil {
		if bytes.Contains(out, []byte("kernel_amd64.s")) {
			return true // the assembler knows no such instruction
		}
		check(fmt.Errorf("%v: %w\n%s", build, err, out))
	}
	// The quick tests first. A test that fails, crashes or hangs kills.
	for _, how := range []string{"-test.short", "-test.short=false"} {
		// The test's own timeout does not end a loop in assembly.
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		c := exec.CommandContext(ctx, test, how, "-test.failfast", "-test.run=^Test", "-test.skip=^TestInit$")
		c.Dir = filepath.Dir(source)
		err := c.Run()
		cancel()
		if err != nil {
			return true
		}
	}
	return false
}
