package kernel

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// Tiers that HANOI_REQUIRE_TIERS names must run. Those that are not tested are named.
func TestMain(m *testing.M) {
	flag.Parse()
	if missing := missingTiers(os.Getenv("HANOI_REQUIRE_TIERS")); len(missing) > 0 {
		fmt.Printf("HANOI_REQUIRE_TIERS has tiers that this CPU and build do not run: %s\n", strings.Join(missing, " "))
		os.Exit(1)
	}
	code := m.Run()
	if flag.Lookup("test.bench").Value.String() != "" {
		os.Exit(code) // benchmarks print their rows alone
	}
	fmt.Println("tiers tested:", strings.Join(tierNames(), " "))
	for _, t := range table {
		if !slices.Contains(tierNames(), t.name) {
			fmt.Println("NOT RUN, for this CPU lacks it: tier", t.name)
		}
	}
	os.Exit(code)
}

func tierNames() (names []string) {
	for _, t := range Tiers() {
		names = append(names, t.Name())
	}
	return names
}

func missingTiers(required string) (missing []string) {
	for name := range strings.FieldsFuncSeq(required, func(r rune) bool { return r == ',' || r == ' ' }) {
		if !slices.Contains(tierNames(), name) {
			missing = append(missing, name)
		}
	}
	return missing
}

func TestTiers(t *testing.T) {
	names := tierNames()
	if names[len(names)-1] != "generic" || Best().Name() != names[0] {
		t.Errorf("the best of %q is %s", names, Best().Name())
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
