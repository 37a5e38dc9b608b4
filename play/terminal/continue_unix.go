//go:build unix

package terminal

import "syscall"

func init() { continued = syscall.SIGCONT }
