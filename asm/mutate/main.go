// Command mutate shows that the tests of package kernel notice faults in its assembly. It
// changes one constant, opcode or bound at a time, and runs the short tests of the tier that
// it changed. In asm/:
//
//	go run ./mutate -mutants 100
//
// It draws random mutants of the tiers that this CPU runs. The file equivalent.txt excludes
// mutants that no test can kill: it lists them as regular expressions, with the reasons. With
// -exec "qemu-x86_64 -cpu max", as in go test, the tests run on another CPU.
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
	k.seconds = 5 + int(used.Seconds()) // several times the time of one tier
	m := regexp.MustCompile(`(?m)^tiers tested: (.*)$`).FindSubmatch(out)
	mutants := enumerate(lines)
	rand.New(rand.NewPCG(*seed, 0)).Shuffle(len(mutants), func(i, j int) {
		mutants[i], mutants[j] = mutants[j], mutants[i]
	}) // before runnable, so that the order is the same on every CPU
	mutants = runnable(mutants, strings.Fields(string(m[1])))
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
func runnable(all []mutant, tiers []string) []mutant {
	missing := map[string]int{}
	kept := slices.DeleteFunc(all, func(m mutant) bool {
		if slices.Contains(tiers, m.tier) {
			return false
		}
		missing[m.tier]++
		return true
	})
	for _, tier := range slices.Sorted(maps.Keys(missing)) {
		fmt.Printf("NOT RUN: %d mutants of %s: this CPU lacks it\n", missing[tier], tier)
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

// changes returns an instruction with another opcode, and with each number one larger and one
// smaller.
func changes(text string) (all []string) {
	op, operands, _ := strings.Cut(text, " ")
	if to, ok := opcodes[op]; ok {
		all = append(all, strings.TrimSpace(to+" "+operands))
	}
	for _, at := range number.FindAllStringSubmatchIndex(text, -1) {
		start, end := max(at[2], at[4]), max(at[3], at[5]) // -1 for the group that does not match
		n, err := strconv.ParseInt(text[start:end], 0, 64)
		if err != nil {
			continue // more than 63 bits
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
	seconds int      // the limit of CPU time, which kills a mutant that loops
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
