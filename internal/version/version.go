// Package version says what a program was built from.
package version

import (
	"cmp"
	"runtime/debug"
)

// Override replaces the version in the build information, which a source archive lacks. The
// linker sets it: go build -ldflags "-X github.com/hanoigen/hanoi/internal/version.Override=v1.2.3"
var Override string

// Of returns the version and the commit in a program's build information, or "unknown".
func Of(info *debug.BuildInfo) (version, commit string) {
	version, commit = cmp.Or(Override, "unknown"), "unknown"
	if info == nil {
		return version, commit
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			commit += "+changes"
		}
	}
	return cmp.Or(Override, info.Main.Version), commit
}
