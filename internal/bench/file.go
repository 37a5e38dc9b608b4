package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// whole is the side of a program from its start to its end, which makes file
// anew unless that is "".
func whole(file string, command ...string) Side {
	return func(n int) (ns float64) {
		for range n {
			if file != "" {
				_ = os.Remove(file) // not there the first time
			}
			start := time.Now()
			if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
				Check(fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, out))
			}
			ns += float64(time.Since(start))
		}
		return ns / float64(n)
	}
}

// files measures files that are written, until they are on the disk, and read.
func (p Program) files(report func(Row)) {
	file := filepath.Join(p.Dir, "moves.bin")
	defer os.Remove(file)
	dd, err := exec.LookPath("dd")
	if err != nil {
		LeaveOut(report, "files", "no dd to compare with")
		return
	}
	compare := func(disks int, io, ddFlags, target string) {
		n, bytes := strconv.Itoa(disks), 1<<disks
		copies := append([]string{dd, "if=/dev/zero", "of=" + file, "bs=4M", "count=" + strconv.Itoa(bytes>>22)},
			strings.Fields(ddFlags)...)
		report(Compare(fmt.Sprintf("hanoigen -n %s -o f --io %s", n, io), bytes,
			whole(file, p.Path, "-n", n, "-o", file, "--io", io),
			"dd bs=4M "+ddFlags, whole(file, copies...), target))
	}
	if err := exec.Command(p.Path, "-n", "24", "-o", file, "--io", "direct").Run(); err != nil {
		LeaveOut(report, "hanoigen --io direct", "this file system has no direct output")
	} else {
		compare(p.Disks, "direct", "oflag=direct conv=fdatasync", "≥ 0.9")
	}
	compare(min(p.Disks, 31), "write", "conv=fdatasync", "")

	what := "hanoigen verify f, from the page cache"
	if !Wanted(what) {
		return
	}
	n := strconv.Itoa(min(p.Disks, 30))
	whole(file, p.Path, "-n", n, "-o", file, "--io", "write")(1)
	report(Compare(what, 1<<min(p.Disks, 30), whole("", p.Path, "verify", "-n", n, file),
		"dd of=/dev/null bs=256K", whole("", dd, "if="+file, "of=/dev/null", "bs=256K"), "≥ 0.8"))
}
