package kernel

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMain reports which tiers are tested, and which this CPU lacks.
func TestMain(m *testing.M) {
	flag.Parse()
	m.Run() // sets the exit status
	if flag.Lookup("test.bench").Value.String() != "" {
		return // print only the benchmarks
	}
	fmt.Println("tiers tested:", strings.Join(tierNames(), " "))
	for _, t := range table {
		if !slices.Contains(tierNames(), t.name) {
			fmt.Printf("NOT RUN: tier %s: this CPU lacks it\n", t.name)
		}
	}
}

func tierNames() (names []string) {
	for _, t := range Tiers() {
		names = append(names, t.Name())
	}
	return names
}

// Tiers that HANOI_REQUIRE_TIERS lists must run.
func TestTiers(t *testing.T) {
	names := tierNames()
	if names[len(names)-1] != "generic" || Best().Name() != names[0] {
		t.Errorf("the best of %q is %s", names, Best().Name())
	}
	for required := range strings.SplitSeq(os.Getenv("HANOI_REQUIRE_TIERS"), ",") {
		if required != "" && !slices.Contains(names, required) {
			t.Errorf("HANOI_REQUIRE_TIERS lists %s, which this CPU or build lacks", required)
		}
	}
	for i, tier := range table[1:] {
		for _, need := range tier.needs {
			if !slices.Contains(table[i].needs, need) {
				t.Errorf("%s needs %v, and %s does not", tier.name, need, table[i].name)
			}
		}
	}
	Tiers()[0] = nil
	if Tiers()[0] == nil {
		t.Error("Tiers returns the package's own slice")
	}
}
