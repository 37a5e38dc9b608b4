// Command mutate shows that the tests of package kernel notice faults in its assembly. It
// changes one constant, opcode or bound at a time, and runs the short tests of the
// tier that it changed.
//
//	go run ./mutate -mutants 100        in asm/
//
// It draws mutants at random from those that a test can kill, of the tiers that this CPU
// runs. The file equivalent.txt lists the others as regular expressions, with the
// reasons. With -exec "qemu-x86_64 -cpu max", as in go test, the tests run on another CPU.
//
// The exit status is 1 if a mutant survives, if the tests fail without a mutant, or if an
// expression of equivalent.txt matches no mutant.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"maps"
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
	most := flag.Int("mutants", 100, "the most mutants to test")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "the seed of the choice")
	match := flag.String("match", "", "only mutants whose name this regular expression matches")
	wrapper := flag.String("exec", "", "a command that runs the test binary")
	flag.Parse()
	source, err := filepath.Abs("../kernel/kernel_amd64.s")
	check(err)
	text, err := os.ReadFile(source)
	check(err)
	lines := strings.Split(string(text), "\n")
	k := kernel{source, strings.Fields(*wrapper), 600}

	out, used, err := k.test(string(text), "")
	if err != nil {
		check(fmt.Errorf("the tests fail without a mutant: %w\n%s", err, out))
	}
	k.seconds = 5 + int(used.Seconds()) // several times what one tier takes
	m := regexp.MustCompile(`(?m)^tiers tested: (.*)$`).FindSubmatch(out)
	mutants := enumerate(lines)
	rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(mutants), func(i, j int) {
		mutants[i], mutants[j] = mutants[j], mutants[i]
	}) // before any are left out, so that two CPUs test the same ones where they can
	mutants = runnable(mutants, strings.Fields(string(m[1])))
	wanted := regexp.MustCompile(*match)
	mutants = slices.DeleteFunc(mutants, func(m mutant) bool { return !wanted.MatchString(m.name) })
	taken := mutants[:min(len(mutants), max(*most, 1))]
	fmt.Printf("seed %d: %d of %d mutants\n", *seed, len(taken), len(mutants))

	var wg sync.WaitGroup
	var survived atomic.Int64
	workers := runtime.NumCPU()
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(taken); i += workers {
				m := taken[i]
				mutated := slices.Clone(lines)
				mutated[m.line] = "\t" + m.to
				if _, _, err := k.test(strings.Join(mutated, "\n"), m.tier); err == nil {
					survived.Add(1)
					fmt.Printf("SURVIVED: %s\n", m.name)
				}
			}
		})
	}
	wg.Wait()
	fmt.Printf("%d survived\n", survived.Load())
	if survived.Load() > 0 {
		os.Exit(1)
	}
}

// runnable returns the mutants of the given tiers, and reports the others.
func runnable(all []mutant, tiers []string) (kept []mutant) {
	missing := map[string]int{}
	for _, m := range all {
		if slices.Contains(tiers, m.tier) {
			kept = append(kept, m)
		} else {
			missing[m.tier]++
		}
	}
	for _, tier := range slices.Sorted(maps.Keys(missing)) {
		n := strconv.Itoa(missing[tier])
		if thousands := len(n) - 3; thousands > 0 {
			n = n[:thousands] + "," + n[thousands:]
		}
		fmt.Printf("NOT RUN: %s mutants of %s: this CPU lacks it\n", n, tier)
	}
	return kept
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// mutant is a changed line. Its name says where and how it changes.
type mutant struct {
	tier, name, to string
	line           int
}

var (
	place  = regexp.MustCompile(`^TEXT ·((?:fill|states)([A-Z0-9]+))\(SB\)|^(\w+):$`)
	number = regexp.MustCompile(`\$([+-]?(?:0x)?[0-9a-f]+)\b|\b([0-9]+)\(`) // "$+12", "$0x0c" or "12("
)

// opcodes maps an opcode to its replacement.
var opcodes = map[string]string{
	"ADDQ": "SUBQ", "SUBQ": "ADDQ", "ANDQ": "ORQ", "ANDL": "ORL", "NEGQ": "NOTQ", "NOTQ": "NEGQ", "INCQ": "DECQ", "DECQ": "INCQ",
	"SHRQ": "SHLQ", "SHLQ": "SHRQ", "SHLL": "SHRL", "TZCNTQ": "LZCNTQ", "BLSRQ": "BLSIQ", "BLSIQ": "BLSRQ",
	"MULQ": "IMULQ", "JLT": "JGE", "JGE": "JLT", "JNZ": "JZ", "JZ": "JNZ", "JNE": "JE", "JLE": "JGT", "CMOVQGT": "CMOVQLT",
	"CMOVQCC": "CMOVQCS", "VPXORQ": "VPORQ", "VPANDQ": "VPORQ", "VPXOR": "VPOR", "VPAND": "VPOR", "PXOR": "POR", "PAND": "POR",
	"PUNPCKLQDQ": "PUNPCKHQDQ", "BTSQ": "BTRQ", "MOVBQZX": "MOVBQSX",
}

// enumerate returns the mutants that a test can kill.
func enumerate(lines []string) (mutants []mutant) {
	function, tier, label := "", "", ""
	for i, line := range lines {
		if m := place.FindStringSubmatch(line); m != nil {
			if label = m[3]; m[1] != "" {
				function, tier, label = m[1], strings.ToLower(m[2]), "start"
			}
			continue
		}
		text := strings.Join(strings.Fields(line), " ")
		if function == "" || !strings.HasPrefix(line, "\t") || strings.HasPrefix(text, "//") {
			continue
		}
		for _, to := range changes(text) {
			mutants = append(mutants, mutant{tier, fmt.Sprintf("%s, at %s: %s -> %s", function, label, text, to), to, i})
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
			check(fmt.Errorf("no mutant matches %v: remove it from equivalent.txt", equivalent))
		}
	}
	return mutants
}

// changes returns variants of an instruction: one with another opcode, and two for
// each number, one more and one less.
func changes(text string) (all []string) {
	op, operands, _ := strings.Cut(text, " ")
	if to, ok := opcodes[op]; ok {
		all = append(all, strings.TrimSpace(to+" "+operands))
	}
	for _, at := range number.FindAllStringSubmatchIndex(text, -1) {
		start, end := max(at[2], at[4]), max(at[3], at[5]) // the group that did not match is at -1
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

// kernel is the package under test.
type kernel struct {
	source  string   // the file to change
	wrapper []string // a command that runs the tests
	seconds int      // the limit of CPU time: a mutant beyond loops, and counts as killed
}

// test runs the short tests of a tier, or of all, with text in place of the source. It
// returns their output and the CPU time used.
func (k kernel) test(text, tier string) (out []byte, used time.Duration, err error) {
	dir, err := os.MkdirTemp("", "mutate")
	check(err)
	defer os.RemoveAll(dir)
	file, overlay, binary := filepath.Join(dir, "kernel_amd64.s"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "kernel.test")
	check(os.WriteFile(file, []byte(text), 0o666))
	check(os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, k.source, file), 0o666))
	folder := filepath.Dir(k.source)
	build := exec.Command("go", "test", "-c", "-o", binary, "-vet=off", "-overlay", overlay)
	build.Dir = folder
	if out, err = build.CombinedOutput(); err != nil {
		return out, 0, err // the assembler rejects it
	}
	args := []string{"-c", `ulimit -t "$0" && exec "$@"`, strconv.Itoa(k.seconds)}
	args = append(append(args, k.wrapper...), binary, "-test.short", "-test.failfast", "-test.skip=^TestInit$", "-test.run=^Test/^tier="+tier)
	run := exec.Command("sh", args...)
	run.Dir = folder
	out, err = run.CombinedOutput()
	return out, run.ProcessState.UserTime() + run.ProcessState.SystemTime(), err
}
