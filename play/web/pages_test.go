package web

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
	"github.com/hanoigen/hanoi/internal/testfile"
	"github.com/hanoigen/hanoi/play/game"
)

var update = flag.Bool("update", false, "rewrite testdata/pages.txt")

// pageQueries are the names and queries of the pages in testdata/pages.txt.
var pageQueries = [][2]string{
	{"start", "n=3"},
	{"a hint, and a disk in hand", "n=3&hint=1&pick=A"},
	{"refused", "n=3&moves=C&pick=A&drop=C"},
	{"win with extra moves, then refused", "n=1&from=2&to=1&moves=F&hints=2&drop=A"},
	{"solved by the computer", "n=64&moves=.18446744073709551615.&play=1"},
	{"film", "n=12&moves=.2.&play=1"},
	{"restarted", "n=2&moves=B&ended=moves%3DF%26hints%3D2"},
	{"start, you and goal differ; two moves are best", "from=002&to=200&moves=H&undone=1&hint=1"},
}

// wrongQueries are queries of pages that say what is wrong.
var wrongQueries = []string{
	"n=0", "n=x12345678901234567890", "n=3&n=4", "m=3", "n=%zz", "from=012&to=01", "from=013", "n=3&from=2&to=2", "daily=2026-02-30", "daily=2026-01-31&n=3", "daily=2026-01-31&from=2", "daily=2026-01-31&to=1",
	"n=3&moves=.3.C*", "n=3&moves=CI", "n=3&moves=D", "n=3&moves=.8.", "n=3&moves=.0.&m=3", "n=3&moves=.7", "n=3&moves=C&undone=2", "n=3&hints=-1",
	"n=3&moves=.7.&hint=1&hints=2", "n=3&ended=moves%3DD", "n=3&pick=B", "n=3&pick=A&drop=B", "n=3&moves=.1.B&play=1", "n=3&moves=.1.&play=2", "%3Cscript%3E=1",
}

// requests are requests to the server: the host where it listens, the Host header, the method
// and the address.
var requests = []string{
	"localhost localhost:8080 GET /", "127.0.0.1 LOCALHOST HEAD /?n=3", "localhost 127.0.0.1:8080 GET /?n=0", "localhost [::1]:8080 POST /", "localhost [::1] GET /style.css",
	"127.0.0.1 localhost:1 GET /play.js", "::1 127.0.0.1 GET /icon.svg", "Games.Example GAMES.example:80 GET /graph.svg?from=012&to=222",
	"0.0.0.0 192.0.2.1:8080 GET /graph.svg?from=222&to=222", ":: [2001:db8::1]:80 GET /graph.svg?from=012&to=22", "192.0.2.1 127.0.0.1 GET /graph.svg", "localhost localhost GET /daily", "localhost localhost GET /random?n=64", "localhost localhost GET /random?n=65", "localhost localhost GET /random",
	"localhost localhost GET /assets/game.html", "localhost localhost GET /%3Cscript%3E",
	"localhost evil.example GET /", "localhost localhost.evil.example:80 GET /", "localhost 192.168.0.1:80 GET /", "127.0.0.1 192.0.2.1:80 GET /", "::1 [2001:db8::1]:80 GET /",
	"localhost evillocalhost GET /", "localhost localhost.evil GET /", "::1 [::1]:80 GET /", "::1 [::1 GET /", "localhost : GET /",
	"0.0.0.0 evil.example:80 GET /", "games.example evil.example GET /", "games.example. 192.0.2.1 GET /",
}

// reduced returns a page without the parts that all pages share: the head except the title,
// the rods, the form, and attributes that never change.
func reduced(page string) string {
	page = regexp.MustCompile(`(?s)^.*(<title>.*</title>).*<header>`).ReplaceAllString(page, "$1")
	page = regexp.MustCompile(`(?s)<details>\s*<summary>Another.*?<p class="buttons">(.*?)</p>.*$`).ReplaceAllString(page, "$1")
	page = regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(page, "")
	page = regexp.MustCompile(`<path class="rod" d="M50 \d+V\d+M0 \d+H100"/>|<div id="party".*?</div>|</?div>|</(svg|main|header|footer|aside)>| (viewBox="0 0 100 160"|height="\d+" rx="\d+"|font-size="\d+"|aria-hidden="true" focusable="false"|role="link" aria-disabled="true" tabindex="-1")`).ReplaceAllString(page, "")
	return regexp.MustCompile(`<(p id|main|p>|p class="b|a class="peg|dl|nav|aside|footer)`).ReplaceAllString(page, "\n$0") + "\n"
}

// TestPages compares pages with testdata/pages.txt: the first whole, the others reduced.
func TestPages(t *testing.T) {
	archive := &txtar.Archive{Comment: []byte("Pages of the game. go test ./web -update writes them.\n\n")}
	add := func(name, content string) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(content)})
	}
	for i, page := range pageQueries {
		html := pageOf(t, page[1])
		readPage(t, page[1], html)
		if i > 0 {
			html = reduced(html)
		}
		add(page[0]+": /?"+page[1], html)
	}
	says := ""
	for i, query := range wrongQueries {
		status, html := page(query)
		root := parseHTML(string(html))
		right := root.id("right")
		if i == 0 {
			add("wrong address: /?"+query, string(html)[strings.Index(string(html), "<title>"):])
		}
		says += fmt.Sprintf("%s: %d %s [%s: %s]\n", query, status, root.id("error").words(), right.words(), right.attr("href"))
		pageOf(t, links(string(html))[0])
	}
	add("wrong addresses: the status, the message, and the link", says)

	answers := ""
	for _, request := range requests {
		words := strings.Fields(request)
		r := serve(Handler(words[0]), words[1], words[2], words[3])
		if words[3] == "/random?n=64" && serve(Handler(words[0]), words[1], words[2], words[3]).Header.Get("Location") == r.Header.Get("Location") {
			t.Errorf("%s: twice the same puzzle", request)
		}
		policy := strings.NewReplacer(policy, "PAGES", picturePolicy, "PICTURES").Replace(r.Header.Get("Content-Security-Policy"))
		says := r.Header.Get("Cache-Control") + r.Header.Get("Location")
		says = regexp.MustCompile(must.Get(game.Daily("today")).Daily+"|[ABC]{64}").ReplaceAllString(says, "ANY")
		if strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") {
			says = strings.TrimSuffix(string(must.Get(io.ReadAll(r.Body))), "\n")
		} else if r.StatusCode >= 400 {
			says = parseHTML(string(must.Get(io.ReadAll(r.Body)))).id("error").words()
		}
		answers += fmt.Sprintf("%s: %d %s, %s, %s %s\n", request, r.StatusCode, r.Header.Get("Content-Type"), policy, r.Header.Get("X-Content-Type-Options"), says)
	}
	add("requests: the host where it listens, the Host header, the method, the address; the status, the type, the policy, for how long, where to or why not", answers+policy+"\n"+picturePolicy+"\n")

	testfile.Compare(t, *update, "testdata/pages.txt", string(txtar.Format(archive)))
}

type element struct {
	XMLName  xml.Name
	Attr     []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"` // without the text of its elements
	Elements []*element `xml:",any"`
}

func parseHTML(page string) *element {
	d, root := xml.NewDecoder(strings.NewReader(page)), &element{}
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	must.Do(d.Decode(root))
	return root
}

func (e *element) words() string { return strings.Join(strings.Fields(e.Text), " ") }

func (e *element) attr(name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// all returns the elements that match a selector: a name, .class or #id.
func (e *element) all(selector string) (found []*element) {
	for _, child := range e.Elements {
		if child.XMLName.Local == selector || "#"+child.attr("id") == selector || slices.Contains(strings.Fields(child.attr("class")), selector[1:]) && selector[0] == '.' {
			found = append(found, child)
		}
		found = append(found, child.all(selector)...)
	}
	return found
}

// id returns the element of an ID, or an empty one.
func (e *element) id(id string) *element { return append(e.all("#"+id), &element{})[0] }

// readPage checks a page against the game of its address. It shares no code with page.
func readPage(t *testing.T, query, page string) {
	t.Helper()
	v := must.Get(parse(query))
	root := parseHTML(page)
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("/?%s: %s:\n%s", query, fmt.Sprintf(format, args...), page)
	}
	same := func(what, got, want string) {
		t.Helper()
		if got != want {
			fail("%s is %q; want %q", what, got, want)
		}
	}
	state, goal, left := v.State(), v.Puzzle.To, v.Left()
	for id, want := range map[string]any{"made": v.Made(), "left": left, "extra": v.Extra(), "fewest": v.Puzzle.Optimum()} {
		same(id, root.id(id).words(), fmt.Sprint(want))
	}
	result := ""
	if left == 0 {
		result = v.Result()
	}
	same("the result", root.id("result").words(), result)
	if absolute := regexp.MustCompile(`(href|src|action|next)="/[^"]*"`).FindString(page); absolute != "" {
		fail("a proxy with a path would lose %s", absolute)
	}

	spread := !game.IsPerfect(goal)
	drawn := root.id("goal").Elements
	if len(drawn) != 0 != spread {
		fail("%d pegs of the goal", len(drawn))
	}
	for peg := range uint8(3) {
		letter := "ABC"[peg : peg+1]
		a := root.id("peg-" + letter)
		readPeg(fail, a, letter, disksOf(state, peg), state.N(), v.Picked == peg)
		if !strings.HasPrefix(a.attr("aria-label"), "Peg "+letter+". Disks: "+game.Disks(state, peg)+".") {
			fail("the label is %q", a.attr("aria-label"))
		}
		says := ""
		if spread {
			readPeg(fail, drawn[peg], letter, disksOf(goal, peg), state.N(), false)
			says = "Goal: " + game.Disks(goal, peg)
		} else if goal.Peg(1) == peg {
			says = "Goal: all disks"
		}
		same("the goal", root.all(".goal")[peg].words(), strings.TrimSuffix(says, "Goal: none"))
		readLink(fail, v, a.attr("href"), peg)
	}

	if to := must.Get(parse(root.id("puzzle").attr("href")[1:])); to.Puzzle != v.Puzzle || len(to.History) > 1 || to.Undo() {
		fail("the link to the puzzle is %s", root.id("puzzle").attr("href"))
	}
	if link := root.id("restart").attr("href"); link != "" {
		to := must.Get(parse(link[1:]))
		if to.State() != v.Puzzle.From || len(to.History) > 1 || to.Hints > 0 || !to.Undo() || !slices.Equal(to.History, v.History[:v.At+1]) || to.Hints != v.Hints {
			fail("restart leads to %s", link)
		}
	}
	for _, best := range append(root.all("#best0"), root.all("#best1")...) {
		if to := must.Get(parse(best.attr("href")[1:])); must.Get(hanoi.Distance(to.State(), goal)) != left-1 {
			fail("%s leads to %s", best.words(), best.attr("href"))
		}
	}
	source, shows := fmt.Sprintf("graph.svg?from=%v&to=%v", state, goal), fmt.Sprintf("from %v to %v", state, goal)
	if left == 0 {
		shows = fmt.Sprintf("State %v is marked", goal)
	}
	same("the map", root.id("graph").attr("src"), source)
	svg := string(must.Get(io.ReadAll(serve(Handler("localhost"), "localhost", "GET", "/"+source).Body)))
	if !strings.Contains(svg, strings.NewReplacer("0", "A", "1", "B", "2", "C").Replace(shows)) {
		fail("the map shows %.1500s", svg)
	}
}

// readLink checks by the rules where the link of a peg leads.
func readLink(fail func(string, ...any), v *view, link string, peg uint8) {
	to := must.Get(parse(link[1:]))
	next, picked, drop := v.State(), game.None, ""
	switch hand := v.Picked; {
	case hand == peg:
	case hand != game.None:
		after, err := next.Apply(hanoi.Move{Disk: game.Top(next, hand), From: hand, To: peg})
		if err == nil {
			next = after
		} else {
			picked, drop = hand, "ABC"[peg:peg+1]
		}
	case game.Top(next, peg) > 0:
		picked = peg
	default:
		drop = "ABC"[peg : peg+1]
	}
	if to.State() != next || to.Picked != picked || to.drop != drop {
		fail("peg %d leads to %s", peg, link)
	}
}

// readPeg checks a drawn peg and its disks, from the top down. Each disk is in the middle, has
// the width for its number, and lies on the next disk; a picked disk is lifted.
func readPeg(fail func(string, ...any), e *element, letter string, want []int, n int, picked bool) {
	var row, floor float64
	if names := e.all(".name"); len(names) != 1 || names[0].words() != letter {
		fail("no peg %s", letter)
	}
	must.Get(fmt.Sscanf(e.all(".rod")[0].attr("d"), "M50 %fV%fM0", &row, &floor))
	disks := e.all(".disk")
	for i, disk := range disks {
		var x, y, width, height float64
		rect := disk.all("rect")[0].attr
		must.Get(fmt.Sscan(rect("x")+" "+rect("y")+" "+rect("width")+" "+rect("height"), &x, &y, &width, &height))
		label, class, left := disk.all("text")[0].words(), " "+disk.attr("class")+" ", len(want)
		number := n
		switch {
		case left > 0 && label == fmt.Sprint(want[0]) && label == disk.attr("data-disk"):
			number = want[0]
			if strings.Contains(class, []string{" odd ", " even "}[number%2]) || strings.Contains(class, " top ") != (i == 0) {
				fail("disk %s has the class %q", label, class)
			}
			want = want[1:]
		case left > 1 && label == fmt.Sprintf("%d disks, %d–%d", left, want[0], want[left-1]) && disk.attr("data-disk") == "":
			want = nil
		default:
			fail("disk %q on peg %s; want %v", label, letter, want)
		}
		high := floor - row*float64(len(disks)-i)
		if i == 0 && picked {
			high = 1
		}
		if math.Abs(x+width/2-50) > 1 || y != high || y < 0 || height != row-1 || math.Abs(width-22-74*float64(number-1)/math.Max(1, float64(n-1))) > 1 {
			fail("disk %s on peg %s is at %v, %v and %v wide; want it at height %v", label, letter, x, y, width, high)
		}
	}
	if len(want) > 0 {
		fail("peg %s lacks %v", letter, want)
	}
}

// disksOf returns the disks of a peg, the smallest first.
func disksOf(s hanoi.State, peg uint8) (disks []int) {
	for disk := 1; disk <= s.N(); disk++ {
		if s.Peg(disk) == peg {
			disks = append(disks, disk)
		}
	}
	return disks
}
