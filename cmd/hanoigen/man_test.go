package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestMan: the page has each command and flag with its placeholder, its default
// once, and the sections that pages have.
func TestMan(t *testing.T) {
	r := hanoigen(t, "man")
	r.expect(t, exitDone, "")
	page := string(r.out)
	if !strings.HasPrefix(page, `.TH "HANOIGEN" "1" `) {
		t.Errorf("the page begins %.80q", page)
	}
	for _, name := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "FORMATS", "NUMBERS", "STATES", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES"} {
		if !strings.Contains(page, ".SH \""+name+"\"\n") {
			t.Errorf("no section %s", name)
		}
	}
	_, synopsis, _ := strings.Cut(page, ".SH \"SYNOPSIS\"\n")
	synopsis, _, _ = strings.Cut(synopsis, ".SH ")
	commands := allCommands(newRoot(nil))
	if len(commands) < 20 {
		t.Fatalf("only %d commands", len(commands))
	}
	for _, c := range commands {
		if !strings.Contains(synopsis, `\fB`+c.CommandPath()+`\fR`) {
			t.Errorf("%s is not in the synopsis:\n%s", c.CommandPath(), synopsis)
		}
		section := section(t, page, c)
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			value, _ := pflag.UnquoteUsage(f)
			entry := `\fB` + escaped("--"+f.Name) + `\fR`
			if value != "" {
				entry += ` \fI` + escaped(value) + `\fR`
			}
			if f.Name != "help" && !f.Hidden && !strings.Contains(section, entry+"\n") {
				t.Errorf("%s: no entry %q", c.CommandPath(), entry)
			}
		})
	}
	if regexp.MustCompile(`[^\\]-`).MatchString(page) {
		t.Error("a - would become a hyphen")
	}
}

// A whole page, of a program that is made up; only the topics are our own.
func TestManPage(t *testing.T) {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "tool [FILE]", Short: "Do it", Long: "Tool does it.\n\n  a  table\n\n#### Why\n\n'Because.", Example: "  tool f", Run: run}
	root.Flags().BoolP("quiet", "q", false, "say \"no\" word")
	root.Flags().Int("level", 3, "how `deep`")
	root.Flags().Int("none", 0, "nothing")
	root.Flags().String("secret", "", "for tests")
	root.Flags().MarkHidden("secret")
	part := &cobra.Command{Use: "part A", Short: "A part", Example: "  tool part 1", Run: run, DisableFlagsInUseLine: true}
	part.AddCommand(&cobra.Command{Use: `of-"part"`, Short: "A part of it", Long: "All of it.\n\n\tmake it", Run: run})
	root.AddCommand(part, &cobra.Command{Use: "old", Deprecated: "gone", Run: run}, &cobra.Command{Use: "topic", Short: "No command"})
	want := `.TH "TOOL" "1" "" "tool" "User Commands"
.SH "NAME"
tool \- do it
.SH "SYNOPSIS"
\fBtool\fR [FILE] [flags]
.br
\fBtool part\fR A
.br
\fBtool part of\-"part"\fR
.SH "DESCRIPTION"
Tool does it.
.PP
.nf
  a  table
.fi
.PP
Why
.PP
\&'Because.
.SH "OPTIONS"
.TP
\fB\-\-level\fR \fIdeep\fR
how deep (default 3)
.TP
\fB\-\-none\fR \fIint\fR
nothing
.TP
\fB\-q\fR, \fB\-\-quiet\fR
say "no" word
.SH "COMMANDS"
.SS "part"
\fBtool part\fR A
.PP
A part.
.PP
.nf
  tool part 1
.fi
.SS "part of\-\(dqpart\(dq"
\fBtool part of\-"part"\fR
.PP
All of it.
.PP
.nf
	make it
.fi
.SH "FORMATS"
`
	if page := manual(root); !strings.HasPrefix(page, want) || !strings.HasSuffix(page, "\n.SH \"EXAMPLES\"\n.nf\n  tool f\n.fi\n") {
		t.Errorf("the page is\n%s\nwant\n%s", page, want)
	}
}

// allCommands returns a command and all below it that do something, at any depth,
// but for help.
func allCommands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, below := range c.Commands() {
		if below.Runnable() && below.Name() != "help" {
			all = append(all, allCommands(below)...)
		}
	}
	return all
}

// section returns what the page says of a command's flags.
func section(t *testing.T, page string, c *cobra.Command) string {
	t.Helper()
	heading := `.SH "OPTIONS"`
	if c.HasParent() {
		heading = `.SS "` + strings.TrimPrefix(c.CommandPath(), "hanoigen ") + `"`
	}
	_, section, found := strings.Cut(page, heading+"\n")
	if !found {
		t.Errorf("no section %s", heading)
	}
	if end := regexp.MustCompile(`(?m)^\.S[HS] `).FindStringIndex(section); end != nil {
		section = section[:end[0]]
	}
	return section
}
