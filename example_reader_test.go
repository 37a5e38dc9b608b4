package hanoi_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/hanoigen/hanoi"
)

func ExampleNewReader() {
	r, err := hanoi.NewReader(2, hanoi.Text, hanoi.Canonical)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := r.WriteTo(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// move disk 1 from 0 to 2
	// move disk 2 from 0 to 1
	// move disk 1 from 2 to 1
}

// The last two moves of the longest puzzle, numbered.
func ExampleRange() {
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

// Any part of a terabyte, without a byte of it being stored.
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

// A server of the solution, of which clients may ask for any range.
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
