package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A topic is a text of the help and the manual page that belongs to no command.
type topic struct {
	name, short, text string
	main              bool // 'hanoigen help' has it, too
}

// Indented lines of a text are printed as they are.
var topics = []topic{
	{"formats", "What the records of each format are", `A stream is one record a move, in order, with nothing between them. So any byte
offset is that of a move, and a stream can be cut, joined and resumed.

  packed  one byte: (disk-1)<<2 | from
  wide    two bytes: disk, then from<<4 | to
  text    move disk 1 from 0 to 2
  csv     1,0,2 after the header disk,from,to
  jsonl   {"disk":1,"from":0,"to":2}
  npy     a NumPy header of 128 bytes (192 from 10^17 moves on), then three
          bytes: disk, from, to, which NumPy reads as fields of these names

Disks are 1 (smallest) to N, pegs are 0, 1 and 2, moves are numbered from 1.

In packed the target follows: an odd disk steps 0, 2, 1, 0, an even one 0, 1, 2, 0;
the other way round with a --to that is not the default for its --from.

With --numbers, a record begins with the number of its move: 1: move disk 1 ... in
text, move,disk,from,to in csv, {"move":1, ... in jsonl. Readers of JSON that take
numbers for floating point, such as jq and JavaScript, round those above 2^53.

A header comes with every call, but with --shard I/M it comes with the csv of
shard 0 alone, so that shards join; an npy shard is a file of its own.`, true},

	{"numbers", "How a number may be written", `Every number on the command line may be written

  1000, 01000, 1_000    with leading zeros, and underscores between the digits
  0x3e8                 hexadecimal
  1e3                   1 times 10^3
  2^40, 2^40-1, 2^40+1  a power, less or more a number

and has no sign and no fraction. The largest is 2^64-1.`, true},

	{"states", "How a state of the puzzle is written", `A state says which disks are on each peg. It is written in one of three forms:

  2011     the peg of each disk, largest disk first
  3|2 1|4  the disks of each peg from the bottom up

  0| 3     three lines, one a peg, as hanoigen state prints them
  1| 2 1
  2| 4

These three are one state: disk 4, the largest, is on peg 2, disk 3 on peg 0, and
disks 2 and 1 on peg 1. Where a state is -, it is read from standard input, one a
line, or three lines where one begins with 0|. Lines may end as on Windows.`, false},

	{"resume", "How to go on with a file that is not complete", `A run that is stopped, or has no space left, says with which command it goes on;
any run with the same flags, --resume and -o FILE does. The size of the file gives
the next move, also in the middle of a record.

--resume compares the last MiB of the file with the sequence, and leaves a file
that differs as it is. It does not look at what is before. hanoigen verify compares
every byte.`, true},

	{"status", "The exit statuses", `  0  done
  1  it failed; or verify found a difference, rank a state off the path, check an
     answer that is not right, an output exists or cannot be resumed
  2  the command line was wrong, or a line that should be a state was none
  3  what is to be judged could not be read (verify, check)

A reader that goes away, as in hanoigen -n 40 | head, ends it by SIGPIPE; after its
message, SIGINT and SIGTERM end it by that signal. An error is one line on standard
error that begins with "hanoigen: ".`, true},

	{"json", "What --json prints", `With --json, the answer of state, rank, verify, info, next and check is an object on
a line, also when it is that a state is off the path or that a file differs; what has no
answer is an error, as without --json, and the status is the same. The help of each
command names the fields; later versions may add some. Numbers can be as large as
2^64-1. Readers that take numbers for floating point, such as jq and JavaScript,
round those above 2^53.`, false},

	{"environment", "The variables of the environment that count", `  GOMAXPROCS  how many processors verify and check --batch use (default: all)`, false},
}

// addTopics adds the topics: hanoigen help NAME prints one, and hanoigen help ends
// with those that belong to the main command.
func addTopics(root *cobra.Command) {
	for _, t := range topics {
		root.AddCommand(&cobra.Command{Use: t.name, Short: t.short, Long: t.text})
	}
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		help(c, args)
		if c != root {
			return
		}
		for _, t := range topics {
			if t.main {
				text := strings.ReplaceAll("\n"+t.text, "\n", "\n  ")
				fmt.Fprintf(c.OutOrStdout(), "\n%s%s:%s\n", strings.ToUpper(t.name[:1]), t.name[1:], strings.ReplaceAll(text, "\n  \n", "\n\n"))
			}
		}
	})
}

// topicNames returns the topics whose names begin with word, as completions.
func topicNames(word string) (names []string) {
	for _, t := range topics {
		if strings.HasPrefix(t.name, word) {
			names = append(names, cobra.CompletionWithDesc(t.name, t.short))
		}
	}
	slices.Sort(names)
	return names
}
