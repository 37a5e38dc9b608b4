package version

import (
	"runtime/debug"
	"testing"
)

func TestOf(t *testing.T) {
	stamp := []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: "0123"}, {Key: "vcs.time", Value: "2026"}, {Key: "vcs.modified", Value: "true"}}
	for settings, want := range map[int]string{0: "unknown", 3: "0123", 4: "0123+changes"} {
		info := &debug.BuildInfo{Main: debug.Module{Version: "v1"}, Settings: stamp[:settings]}
		if number, commit := Of(info); number != "v1" || commit != want {
			t.Errorf("%s, %s; want v1, %s", number, commit, want)
		}
	}
	if number, commit := Of(nil); number != "unknown" || commit != "unknown" {
		t.Errorf("%s, %s without information", number, commit)
	}
}
