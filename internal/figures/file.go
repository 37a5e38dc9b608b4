package figures

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hanoigen/hanoi/internal/pairs"
)

// whole is the side of a program, from its start to its end. Unless file is "", it is
// removed before each run.
func whole(file string, command ...string) pairs.Side {
	return func(n int) (ns float64) {
		for range n {
			if file != "" {
				_ = os.Remove(file) // not there the first time
			}
			start := time.Now()
			if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
				lines := strings.Split(strings.TrimSpace(string(out)), "\n")
				says, _, _ := strings.Cut(lines[len(lines)-1], "; ") // its remedy is for a user of its own
				pairs.Check(fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, says))
			}
			ns += float64(time.Since(start))
		}
		return ns / float64(n)
	}
}

// files measures files: written, until they are on the disk, and read.
func (p Program) files() Section {
	file := filepath.Join(p.Dir, "moves.bin")
	write := func(disks int, io, ddFlags string, target pairs.Target) pairs.Row {
		n, bytes := strconv.Itoa(disks), 1<<disks
		copies := append([]string{"dd", "if=/dev/zero", "of=" + file, "bs=4M", "count=" + strconv.Itoa(bytes>>22)},
			strings.Fields(ddFlags)...)
		return pairs.Row{
			ID: "file/" + io, What: fmt.Sprintf("hanoigen -n %s -o f --io %s", n, io), Unit: pairs.Bytes, Amount: float64(bytes),
			Ours:   whole(file, p.Path, "-n", n, "-o", file, "--io", io),
			Peers:  []pairs.Peer{bound("dd bs=4M "+ddFlags, whole(file, copies...))},
			Target: target, Can: found("dd"),
		}
	}
	direct := write(p.Disks, "direct", "oflag=direct conv=fdatasync", pairs.Target{Ratio: 0.9})
	direct.Can = func() error {
		if err := exec.Command(p.Path, "-n", "24", "-o", file, "--io", "direct", "--force").Run(); err != nil {
			return errors.New("this file system has no direct output")
		}
		return found("dd")()
	}
	buffered := write(min(p.Disks, 31), "write", "conv=fdatasync", pairs.Target{})

	n := min(p.Disks, 30)
	made := sync.OnceFunc(func() { whole(file, p.Path, "-n", strconv.Itoa(n), "-o", file, "--io", "write")(1) })
	cached := func(s pairs.Side) pairs.Side { return func(n int) float64 { made(); return s(n) } }
	verify := pairs.Row{
		ID: "verify", What: "hanoigen verify f, from the page cache", Unit: pairs.Bytes, Amount: float64(int(1) << n),
		Ours:   cached(whole("", p.Path, "verify", "-n", strconv.Itoa(n), file)),
		Peers:  []pairs.Peer{bound("dd of=/dev/null bs=256K", cached(whole("", "dd", "if="+file, "of=/dev/null", "bs=256K")))},
		Target: pairs.Target{Ratio: 0.95}, Can: found("dd"),
	}
	return Section{
		Title: "Files",
		About: "A file" + fileSystem(p.Dir) + " is written anew each time, until it is on the disk. The ceiling is dd, from /dev/zero.",
		Rows:  []pairs.Row{direct, buffered, verify},
	}
}

// fileSystem names the file system of a folder, if findmnt knows it: " of ext4".
func fileSystem(dir string) string {
	out, err := exec.Command("findmnt", "-n", "-o", "FSTYPE", "-T", dir).Output()
	if err != nil {
		return ""
	}
	return " of " + strings.TrimSpace(string(out))
}
