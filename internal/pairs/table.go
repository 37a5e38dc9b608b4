package pairs

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Markdown writes results as a table that can also be read as it is. A target
// that is missed is in bold.
func Markdown(w io.Writer, results []Result) {
	rows := [][]string{{"what", "measured", "ceiling", "its measure", "ratio", "target", "beside it: ratio"}}
	for _, r := range results {
		line := []string{r.What, "", "–", "", "", r.Target.show(r.Unit), r.others()}
		if r.NotRun != "" {
			line[1], line[6] = "not run", r.NotRun
		} else {
			line[1] = r.Measured()
		}
		if i := r.Ceiling(); i >= 0 {
			a := r.Against[i]
			line[2], line[3], line[4] = r.Peers[i].Name, r.Unit.Show(a.Value), a.ratio()
		}
		if r.Missed() {
			line[5] = "**" + line[5] + "**"
		}
		rows = append(rows, line)
	}
	Table(w, "lrlrrrl", rows)
}

// Table writes rows, the first of which is the header, as a table in Markdown.
// Each column is aligned to the left or to the right, l or r.
func Table(w io.Writer, align string, rows [][]string) {
	width := make([]int, len(align))
	for _, line := range rows {
		for i, cell := range line {
			width[i] = max(width[i], utf8.RuneCountInString(cell), 3)
		}
	}
	rule := make([]string, len(align))
	for i := range rule {
		rule[i] = strings.Repeat("-", width[i])
		if align[i] == 'r' {
			rule[i] = rule[i][1:] + ":"
		}
	}
	line := func(cells []string) {
		for i, cell := range cells {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if align[i] == 'r' {
				cell = pad + cell
			} else {
				cell += pad
			}
			fmt.Fprint(w, "| ", cell, " ")
		}
		fmt.Fprintln(w, "|")
	}
	line(rows[0])
	line(rule)
	for _, cells := range rows[1:] {
		line(cells)
	}
}
