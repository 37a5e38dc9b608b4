// Package version says what a program was built from.
package version

import "runtime/debug"

// Of returns the version and the commit in a program's build information, or "unknown".
func Of(info *debug.BuildInfo) (version, commit string) {
	version, commit = "unknown", "unknown"
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
	return info.Main.Version, commit
}
