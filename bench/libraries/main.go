// Command libraries does a part of what comes before each stream of the command hanoigen:
// it imports the same packages, heeds the same signals and parses two flags. Then it writes
// a line.
package main

import (
	_ "bufio"
	_ "bytes"
	_ "cmp"
	_ "context"
	_ "debug/elf"
	_ "encoding/hex"
	_ "encoding/json"
	_ "errors"
	_ "fmt"
	_ "io"
	_ "io/fs"
	_ "math"
	_ "math/bits"
	"os"
	"os/signal"
	_ "regexp"
	_ "runtime"
	_ "runtime/debug"
	_ "slices"
	_ "strconv"
	_ "strings"
	_ "sync/atomic"
	"syscall"
	_ "time"
	_ "unsafe"

	_ "github.com/klauspost/cpuid/v2"
	"github.com/spf13/cobra"
	_ "github.com/spf13/pflag"
	_ "github.com/vbauerster/mpb/v8"
	_ "github.com/vbauerster/mpb/v8/decor"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/term"

	_ "github.com/hanoigen/hanoi"
	_ "github.com/hanoigen/hanoi/answer"
	_ "github.com/hanoigen/hanoi/batch"
	_ "github.com/hanoigen/hanoi/internal/figures"
	_ "github.com/hanoigen/hanoi/internal/number"
	_ "github.com/hanoigen/hanoi/internal/pairs"
	_ "github.com/hanoigen/hanoi/kernel"
	_ "github.com/hanoigen/hanoi/picture"
)

func main() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	c := &cobra.Command{RunE: func(*cobra.Command, []string) error {
		_, err := os.Stdout.WriteString("move disk 1 from 0 to 2\n")
		return err
	}}
	c.Flags().IntP("disks", "n", 0, "")
	c.Flags().StringP("format", "f", "", "")
	if c.Execute() != nil {
		os.Exit(1)
	}
}
