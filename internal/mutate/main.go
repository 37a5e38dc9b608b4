//go:build linux

// Command mutate shows that the tests of a package notice a fault in its Go code: it
// plants many, and runs the tests on each.
//
//	go run ./internal/mutate -sample 10 -seed 1 ./kernel ./internal/block
//
// Of each package it takes so many mutants at random, or all without -sample;
// -run takes only those that a regular expression matches as they are printed.
// The tests are those of the package itself, or of the packages that -tests names.
// They are run with -short; -long runs them without it on the mutants that survive. A
// program that a test builds has the fault, too. A mutant with which the tests take
// several times as long is killed, and is counted apart. -v prints each mutant, and what
// killed it.
//
// The file judged.txt has the mutants that no test can kill, with the reasons. The exit
// status is 1 if another mutant survives, if one of these is killed, or if the code no
// longer has one of these.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	sample := flag.Int("sample", 0, "how many of each package; 0 is all")
	seed := flag.Uint64("seed", uint64(time.Now().UnixNano()), "of what is taken")
	only := flag.String("run", "", "a regular expression of those to take")
	tests := flag.String("tests", "", "the packages whose tests are run, apart from each other by spaces; the package itself if empty")
	long := flag.Bool("long", false, "what lives is tested without -short, too")
	workers := flag.Int("j", 1, "how many tests or mutants run at a time; mutants in no function go one by one")
	verbose := flag.Bool("v", false, "print each mutant, and what killed it")
	list := flag.Bool("list", false, "print the mutants, and run nothing")
	flag.Parse()
	pattern, err := regexp.Compile(*only)
	check(err)
	all, err := readJudged(judgedText)
	check(err)
	ps, err := load(flag.Args())
	check(err)

	// A mutant may allocate without end.
	check(syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: memory, Max: memory}))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *sample > 0 {
		fmt.Printf("seed %d\n", *seed)
	}
	bad := false
	for _, p := range ps {
		ms := p.mutants()
		bad = stale(p.name, ms, all) || bad
		var taken []mutant
		for _, m := range ms {
			if pattern.MatchString(m.String()) {
				taken = append(taken, m)
			}
		}
		if *sample > 0 {
			r := rand.New(rand.NewPCG(*seed, 0))
			r.Shuffle(len(taken), func(i, j int) { taken[i], taken[j] = taken[j], taken[i] })
			taken = taken[:min(len(taken), *sample)]
		}
		if *list {
			for _, m := range taken {
				fmt.Println(m)
			}
			continue
		}
		c := count{}
		if len(taken) > 0 {
			packages := strings.Fields(*tests)
			if len(packages) == 0 {
				packages = []string{p.path}
			}
			run, failed := newRunner(ctx, p, packages, max(1, *workers))
			check(failed)
			run.long, run.verbose = *long, *verbose
			c, err = run.all(taken, all)
			run.close()
		}
		// As far as it came, if it was interrupted.
		fmt.Printf("%s: %d of %d mutants: %v\n", p.name, c.sum(), len(ms), c)
		check(err)
		bad = bad || c.survived > 0 || c.wrong > 0
	}
	if bad {
		os.Exit(1)
	}
}

// memory is the most address space of a process, in bytes.
const memory = 8 << 30

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}
