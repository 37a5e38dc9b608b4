//go:build !linux || mips || mipsle || mips64 || mips64le

package main

import "os"

var quit []os.Signal // Go's handler stays

func byDefault() {}
