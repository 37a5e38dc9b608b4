package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/klauspost/cpuid/v2"
	"github.com/spf13/cobra"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/kernel"
)

// infoAnswer is the object that info --json prints.
type infoAnswer struct {
	build
	CPU      string   `json:"cpu"`
	Features []string `json:"features"`
	Tiers    []string `json:"tiers"`  // fastest first
	Output   []string `json:"output"` // a line for each way of writing
}

func newInfo() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "info",
		Short: "Show what this machine has: CPU features, kernels, ways of writing",
		Long: `Info shows the version, the CPU and its features, the tiers of the kernel that it
runs, fastest first, and which ways of writing standard output has: the first that
says yes is the one that --io auto takes.

--json prints one object: "version", "commit", "go", "platform", "tier", "cpu",
"features", "tiers", and "output", the ways of writing, a line for each.`,
		Example: `  hanoigen info`,
		Args:    arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			a := infoAnswer{build: thisBuild(), CPU: cpuName(), Features: append([]string{}, cpuid.CPU.FeatureSet()...)}
			for _, t := range kernel.Tiers() {
				a.Tiers = append(a.Tiers, t.Name())
			}
			methods, err := hanoi.CheckMethods(os.Stdout)
			if err != nil {
				return err
			}
			for _, m := range methods {
				answer := "yes"
				if m.Err != nil {
					answer = "no: " + m.Err.Error()
				}
				a.Output = append(a.Output, fmt.Sprintf("%-6v %s", m.Method, answer))
			}
			if asJSON {
				return printJSON(c.OutOrStdout(), a)
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%v\ncpu: %s\nfeatures: %s\ntiers: %s\nstandard output, by the first yes:\n  %s\n",
				a.build,
				a.CPU,
				strings.Join(a.Features, " "),
				strings.Join(a.Tiers, " "),
				strings.Join(a.Output, "\n  "))
			return err
		},
	}
	addJSON(c, &asJSON)
	return c
}

// cpuName names the processor by its brand, and by family and model where it has them: a
// hypervisor gives one brand to several.
func cpuName() string {
	name := strings.TrimSpace(cpuid.CPU.BrandName)
	if cpuid.CPU.Family > 0 {
		name += fmt.Sprintf(" (family %d, model %d)", cpuid.CPU.Family, cpuid.CPU.Model)
	}
	return name
}

// build says what this program is.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Tier     string `json:"tier"` // that it uses
}

func thisBuild() build {
	b := build{"unknown", "unknown", runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH, kernel.Best().Name()}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Version, b.Commit = info.Main.Version, commit(info.Settings)
	}
	return b
}

// commit returns the one that a program was built from, if its settings have it.
func commit(settings []debug.BuildSetting) string {
	id := "unknown"
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			id = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			id += "+changes"
		}
	}
	return id
}

func (b build) String() string {
	return fmt.Sprintf("hanoigen %s, commit %s, %s %s, tier %s", b.Version, b.Commit, b.Go, b.Platform, b.Tier)
}
