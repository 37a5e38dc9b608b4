package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/block"
)

// flagGroups is the flags of all commands in the order of the help.
var flagGroups = []struct{ title, names string }{
	{"Puzzle", "n disks from to kind distance seed path direct solution state"},
	{"Moves", "moves start first count shard"},
	{"Answers", "batch notation pattern pick pegs truncated max-bytes"},
	{"Format", "format numbers string length json gif prompt answers"},
	{"Output", "output force resume io progress verbose"},
	{"Other", "help no-descriptions version"},
}

// helpOf returns the help of a command or topic, in lines of so many columns: examples,
// text, usage, commands, flags. Blank lines divide it.
func helpOf(c *cobra.Command, columns int) string {
	var sections []string
	section := func(title, text string) {
		if text = strings.Trim(text, "\n"); text != "" {
			sections = append(sections, title+text+"\n")
		}
	}
	list := func(show func(*cobra.Command) bool) string {
		var lines strings.Builder
		for _, below := range c.Commands() {
			if show(below) {
				fmt.Fprintf(&lines, "  %-12s  %s\n", below.Name(), below.Short)
			}
		}
		return lines.String()
	}
	section("Examples:\n", c.Example)
	text := cmp.Or(c.Long, c.Short+".")
	section("", fill(text, columns))
	if c.Runnable() {
		usage := "  " + c.UseLine()
		if c.HasAvailableSubCommands() {
			usage += "\n  " + c.CommandPath() + " COMMAND"
		}
		section("Usage:\n", usage)
		section("Commands:\n", list((*cobra.Command).IsAvailableCommand))
		flags := c.LocalFlags()
		for _, group := range flagGroups {
			set := pflag.NewFlagSet("", pflag.ContinueOnError)
			set.SortFlags = false
			for name := range strings.FieldsSeq(group.names) {
				if f := flags.Lookup(name); f != nil {
					set.AddFlag(f)
				}
			}
			section(group.title+":\n", set.FlagUsagesWrapped(columns))
		}
	}
	section("Topics of 'hanoigen help':\n", list((*cobra.Command).IsAdditionalHelpTopicCommand))
	return strings.Join(sections, "\n")
}

// fill wraps the paragraphs of a text, except indented ones.
func fill(text string, width int) string {
	paragraphs := strings.Split(strings.ReplaceAll(text, "\t", "  "), "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") {
			p = strings.TrimPrefix(p, "#### ") // a heading of cobra's
			paragraphs[i] = wrap(strings.Fields(p), "", width)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// wrap joins words to lines, each behind an indent.
func wrap(words []string, indent string, width int) string {
	var b strings.Builder
	at := width // as if a line were full
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		if at += 1 + n; at > width {
			b.WriteString("\n" + indent)
			at = len(indent) + n
		} else {
			b.WriteString(" ")
		}
		b.WriteString(word)
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// A topic is a text of the help and the manual page that belongs to no command.
type topic struct {
	name, short, text string
	main              bool // 'hanoigen help' has it, too
}

// formatList returns a line or two for each format.
func formatList() string {
	var b strings.Builder
	for _, f := range hanoi.Formats() {
		about := strings.ReplaceAll(block.Format(f).About(), "\n", "\n          ")
		fmt.Fprintf(&b, "  %-7s %s\n", f, about)
	}
	return b.String()
}

var topics = []topic{
	{"formats", "What the records of each format are", `A stream is one record per move, in order, with nothing between them. Any byte offset
thus gives its move, and a stream can be cut, joined and resumed.

` + formatList() + `
Disks are 1 (smallest) to N, pegs are 0, 1 and 2, moves are numbered from 1.

In packed the target follows from the disk: odd disks step 0, 2, 1, 0, even disks
0, 1, 2, 0; both are reversed where --to names the other goal.

With --numbers, a record begins with the number of its move: 1: move disk 1 ... in
text, move,disk,from,to in csv, {"move":1, ... in jsonl. Readers of JSON that take
numbers for floating point, such as jq and JavaScript, round those above 2^53.

Every call writes the header, but of the csv shards of --shard I/M only shard 0
has it, so that shards join; an npy shard is a file of its own.`, true},

	{"numbers", "How a number may be written", `A number on the command line is written as

  1000, 01000, 1_000    leading zeros, and underscores between digits
  0x3e8                 hexadecimal
  1e3                   1 times 10^3
  2^40, 2^40-1, 2^40+1  a power, plus or minus a number

without sign or fraction. The largest is 2^64-1.`, true},

	{"states", "How a state of the puzzle is written", `A state says which disks are on each peg. It is written in one of three forms:

  2011     the peg of each disk, largest disk first
  3|2 1|4  the disks of each peg from the bottom up

  0| 3     three lines, one per peg, as hanoigen state prints them
  1| 2 1
  2| 4

These three are one state: disk 4, the largest, is on peg 2, disk 3 on peg 0, and
disks 2 and 1 on peg 1. - reads states from standard input: one per line, or three
lines that begin 0|, 1|, 2|. Lines may end in CR LF. A line that is not a state is
named on standard error; the rest goes on, and the status is 2.`, false},

	{"resume", "How to continue a partial file", `When a run is stopped, or is out of space, its message names the command that
continues it: the same flags, --resume and -o FILE. The size of the file gives the
next move, also in the middle of a record.

--resume compares the last MiB of the file with the sequence, and leaves a file
that differs as it is. After a power failure it continues at the first page that
is missing; where the file system cannot tell, it compares the whole file. Where
blocks can be shared, it writes the file again, which takes a second.`, true},

	{"status", "The exit statuses", `  0  done
  1  it failed; verify found a difference, rank a state off the path, or
     check an answer that does not solve the puzzle; or the output exists,
     has too little space, or cannot be resumed
  2  the command line was wrong, or a line of input is not a state
  3  what is to be judged could not be read (verify, check)

When the reader goes away, as in hanoigen -n 40 | head, hanoigen ends by SIGPIPE.
SIGINT and SIGTERM end it by that signal, after a message. An error is one line on
standard error that begins with "hanoigen: ".`, true},

	{"json", "What --json prints", `With --json, state, rank, verify, info, next and check print an object on a line,
also where a state is off the path or a file differs. Errors and exit statuses are
the same as without. The help of each command names the fields; later versions may
add some. Numbers can be as large as 2^64-1. Readers that take numbers for floating
point, such as jq and JavaScript, round those above 2^53.`, false},

	{"environment", "The environment variables that hanoigen reads", `  GOMAXPROCS  how many processors verify and check --batch use (default: all)`, false},
}

// addTopics adds the topics, and the help of all commands.
func addTopics(root *cobra.Command) {
	for _, t := range topics {
		root.AddCommand(&cobra.Command{Use: t.name, Short: t.short, Long: t.text})
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		w := c.OutOrStdout()
		io.WriteString(w, helpOf(c, 80))
		for _, t := range topics {
			if c == root && t.main {
				text := strings.ReplaceAll(fill(t.text, 78), "\n", "\n  ")
				fmt.Fprintf(w, "\n%s:\n  %s\n", strings.ToUpper(t.name[:1])+t.name[1:], strings.ReplaceAll(text, "\n  \n", "\n\n"))
			}
		}
	})
}
