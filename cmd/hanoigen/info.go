package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/klauspost/cpuid/v2"
	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi/internal/sink"
	"github.com/hanoigen/hanoi/internal/version"
	"github.com/hanoigen/hanoi/kernel"
)

type infoAnswer struct {
	build
	CPU      string   `json:"cpu"`
	Features []string `json:"features"`
	Tiers    []string `json:"tiers"`  // fastest first
	Output   []method `json:"output"` // in the order in which --io auto tries them
}

// method says whether a method can write standard output.
type method struct {
	Name    string `json:"method"`
	Can     bool   `json:"can"`
	Because string `json:"because,omitempty"` // why not
}

func newInfo() *cobra.Command {
	c := newCommand("info", "Show CPU features, tiers, methods of output", arguments(0))
	asJSON := addJSON(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		out, err := sink.NewOutput(os.Stdout, sink.Options{})
		if err != nil {
			return err
		}
		a := infoAnswer{build: thisBuild(), CPU: strings.TrimSpace(cpuid.CPU.BrandName), Features: append([]string{}, cpuid.CPU.FeatureSet()...)}
		if cpuid.CPU.Family > 0 { // different models may have one name
			a.CPU += fmt.Sprintf(" (family %d, model %d)", cpuid.CPU.Family, cpuid.CPU.Model)
		}
		for _, t := range kernel.Tiers() {
			a.Tiers = append(a.Tiers, t.Name())
		}
		words := fmt.Sprintf("%v\ncpu: %s\nfeatures: %s\ntiers: %s\nstandard output, by the first yes:",
			a.build, a.CPU, strings.Join(a.Features, " "), strings.Join(a.Tiers, " "))
		for _, m := range sink.Methods()[1:] { // all but auto
			because, can := "", "yes"
			if err := out.Check(m); err != nil {
				because = err.Error()
				can = "no: " + because
			}
			a.Output = append(a.Output, method{m.String(), because == "", because})
			words += fmt.Sprintf("\n  %-6v %s", m, can)
		}
		return printAnswer(c.OutOrStdout(), *asJSON, a, words)
	}
	return c
}

type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Tier     string `json:"tier"` // in use
}

func thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	v, commit := version.Of(info)
	return build{v, commit, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, kernel.Best().Name()}
}

func (b build) String() string {
	return fmt.Sprintf("hanoigen %s, commit %s, %s %s, tier %s", b.Version, b.Commit, b.Go, b.Platform, b.Tier)
}
