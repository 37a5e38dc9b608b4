package version

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
)

func TestOf(t *testing.T) {
	stamp := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "0123"}, {Key: "vcs.time", Value: "2026"}, {Key: "vcs.modified", Value: "false"}, {Key: "vcs.modified", Value: "true"}}
	for settings, want := range map[int]string{0: "unknown", 3: "0123", 4: "0123", 5: "0123+changes"} {
		info := &debug.BuildInfo{Main: debug.Module{Version: "v1"}, Settings: stamp[:settings]}
		if number, commit := Of(info); number != "v1" || commit != want {
			t.Errorf("%s, %s; want v1, %s", number, commit, want)
		}
	}
	defer func() { Override = "" }()
	for _, set := range []string{"", "v2"} {
		Override = set
		if number, commit := Of(nil); number != cmp.Or(set, "unknown") || commit != "unknown" {
			t.Errorf("%s, %s without information, with %q", number, commit, set)
		}
	}
}

// The line of docs/release.md builds the version that it names, without a repository.
func TestOverride(t *testing.T) {
	testfile.Watch("../../docs", "../../cmd/hanoigen")
	page := string(must.Get(os.ReadFile("../../docs/release.md")))
	words := regexp.MustCompile(`(?m)^    go build -ldflags "(.*)" (\S+)$`).FindStringSubmatch(page)
	program := filepath.Join(t.TempDir(), "program")
	c := exec.Command("go", "build", "-buildvcs=false", "-o", program, "-ldflags", words[1], words[2])
	c.Dir = "../.."
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out := string(must.Get(exec.Command(program, "--version").Output())); !strings.HasPrefix(out, "hanoigen v1.2.3, commit unknown, ") {
		t.Error(out)
	}
}
