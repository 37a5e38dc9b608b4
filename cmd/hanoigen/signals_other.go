//go:build !linux

package main

import "os"

var quit []os.Signal // Go's handler stays

func byDefault() {}
