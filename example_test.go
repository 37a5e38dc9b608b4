package hanoi_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/hanoigen/hanoi"
)

// Two disks go from peg 0 to peg 2.
func Example() {
	p, err := hanoi.NamingFor(2, 0, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, m := range hanoi.Moves(2, p) {
		s, _ := hanoi.StateAt(2, k, p)
		fmt.Printf("%d: %v, then the state is %v\n", k, m, s)
	}
	// Output:
	// 1: move disk 1 from 0 to 1, then the state is 01
	// 2: move disk 2 from 0 to 2, then the state is 21
	// 3: move disk 1 from 1 to 2, then the state is 22
}

func ExampleMoveAt() {
	p, _ := hanoi.NamingFor(64, 0, 2)
	fmt.Println(hanoi.MoveAt(1, p))
	fmt.Println(hanoi.MoveAt(1<<63, p))
	fmt.Println(hanoi.MoveAt(1<<64-1, p))
	// Output:
	// move disk 1 from 0 to 1
	// move disk 64 from 0 to 2
	// move disk 1 from 1 to 2
}

func ExampleStateAt() {
	s, err := hanoi.StateAt(64, 1<<63, hanoi.Canonical)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("disk 64 is on peg", s.Peg(64), "and the tower of the others on peg", s.Peg(1))

	_, err = hanoi.StateAt(3, 8, hanoi.Canonical)
	fmt.Println(err)
	// Output:
	// disk 64 is on peg 1 and the tower of the others on peg 2
	// no such move: 8; the states of 3 disks are numbered 0 to 7
}

func ExampleParseState() {
	for _, text := range []string{"0221", "4|1|3 2", "0| 4\n1| 1\n2| 3 2\n"} {
		s, err := hanoi.ParseState(text)
		fmt.Println(s, err)
	}
	_, err := hanoi.ParseState("3|1|2 4")
	fmt.Println(err)
	// Output:
	// 0221 <nil>
	// 0221 <nil>
	// 0221 <nil>
	// no such state: "3|1|2 4": disk 4 lies on disk 2; give the disks of a peg from the largest to the smallest
}

func ExampleState_Apply() {
	s, _ := hanoi.ParseState("2011")
	s, err := s.Apply(hanoi.Move{Disk: 1, From: 1, To: 2})
	fmt.Println(s, err)

	_, err = s.Apply(hanoi.Move{Disk: 3, From: 0, To: 2})
	fmt.Println(err)
	fmt.Println(errors.Is(err, hanoi.LargerOnSmaller))
	// Output:
	// 2012 <nil>
	// move disk 3 from 0 to 2 is illegal in state 2012: it would lie on disk 1, which is smaller
	// true
}

func ExampleState_Rank() {
	s, _ := hanoi.ParseState("1221")
	fmt.Println(s.Rank(hanoi.Canonical))

	s, _ = hanoi.ParseState("1012")
	_, err := s.Rank(hanoi.Canonical)
	var off *hanoi.OffPathError
	if errors.As(err, &off) {
		fmt.Println("disk", off.Disk, "leaves the path;", off.FromStart, "moves from the start,", off.ToEnd, "to the end")
	}
	fmt.Println(err)
	// Output:
	// 9 <nil>
	// disk 3 leaves the path; 13 moves from the start, 7 to the end
	// off the path: state 1012 is not in the solution from peg 0 to peg 1: disk 3 leaves it; the state is at distance 13 from the start and 7 from the end
}

func ExampleDistance() {
	a, _ := hanoi.ParseState("100")
	b, _ := hanoi.ParseState("011")
	fmt.Println(hanoi.Distance(a, b))
	// Output: 5 <nil>
}

// On the shortest path, the largest disk moves twice.
func ExamplePath() {
	a, _ := hanoi.ParseState("100")
	b, _ := hanoi.ParseState("011")
	r, err := hanoi.Path(a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r)
	for i, m := range r.All() {
		fmt.Println(i, m)
	}
	// Output:
	// 5 moves from 100 to 011
	// 1 move disk 3 from 1 to 2
	// 2 move disk 1 from 0 to 2
	// 3 move disk 2 from 0 to 1
	// 4 move disk 1 from 2 to 1
	// 5 move disk 3 from 2 to 0
}

// From 01 to 10 there are two shortest paths.
func ExampleNext() {
	a, _ := hanoi.ParseState("01")
	b, _ := hanoi.ParseState("10")
	moves, n, left, err := hanoi.Next(a, b)
	fmt.Println(left, moves[:n], err)
	// Output: 3 [move disk 1 from 1 to 2 move disk 2 from 0 to 2] <nil>
}

// Paths have ranges, shards and numbers, as solutions do.
func ExampleRoute_Reader() {
	a, _ := hanoi.ParseState("000")
	b, _ := hanoi.ParseState("111")
	path, _ := hanoi.Path(a, b)
	r, err := path.Reader(hanoi.Text, hanoi.Range(3, 2), hanoi.Numbers())
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := r.WriteTo(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3: move disk 1 from 1 to 2
	// 4: move disk 3 from 0 to 1
}

func ExampleCheck() {
	start, _ := hanoi.ParseState("000")
	goal, _ := hanoi.ParseState("222")
	moves := []hanoi.Move{{1, 0, 2}, {2, 0, 1}, {3, 0, 2}}
	o, err := hanoi.Check(start, goal, slices.Values(moves))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d moves are legal: %v\n", o.Legal, o.Moves, o.Illegal)
	fmt.Printf("from %v it is %d moves to the goal\n", o.State, o.Left)
	// Output:
	// 2 of 3 moves are legal: move disk 3 from 0 to 2 is illegal in state 012: it would lie on disk 1, which is smaller
	// from 012 it is 5 moves to the goal
}

// The last two moves of the longest puzzle, numbered.
func ExampleNewReader() {
	r, err := hanoi.NewReader(64, hanoi.CSV, hanoi.Canonical, hanoi.Range(1<<64-2, 2), hanoi.Numbers())
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := r.WriteTo(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// move,disk,from,to
	// 18446744073709551614,2,0,1
	// 18446744073709551615,1,2,1
}

// The last byte of a terabyte, computed without the others.
func ExampleReader_ReadAt() {
	r, _ := hanoi.NewReader(40, hanoi.Packed, hanoi.Canonical)
	size, _ := r.Size()
	b := make([]byte, 1)
	if _, err := r.ReadAt(b, size-1); err != nil {
		fmt.Println(err)
	}
	m, _ := hanoi.Unpack(b[0], hanoi.Canonical)
	fmt.Println(size, m)
	// Output: 1099511627775 move disk 1 from 2 to 1
}

// An HTTP server of the solution, with range requests.
func ExampleReader_serveContent() {
	serve := func(w http.ResponseWriter, req *http.Request) {
		r, err := hanoi.NewReader(50, hanoi.Text, hanoi.Canonical)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		http.ServeContent(w, req, "moves.txt", time.Time{}, r)
	}
	req := httptest.NewRequest("GET", "/moves.txt", nil)
	req.Header.Set("Range", "bytes=24-47")
	w := httptest.NewRecorder()
	serve(w, req)
	body, _ := io.ReadAll(w.Result().Body)
	fmt.Println(w.Result().Status, w.Header().Get("Content-Range"))
	fmt.Print(string(body))
	// Output:
	// 206 Partial Content bytes 24-47/27023796787478503
	// move disk 2 from 0 to 1
}

func ExampleReader_Verify() {
	r, _ := hanoi.NewReader(2, hanoi.CSV, hanoi.Canonical)
	err := r.Verify(strings.NewReader("disk,from,to\n1,0,2\n2,0,2\n"), nil)
	fmt.Println(err)
	// Output: not the sequence: byte 23, in move 2: "2,0,2\n" is there, "2,0,1\n" belongs there
}
