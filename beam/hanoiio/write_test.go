package hanoiio

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"github.com/hanoigen/hanoi"
)

func decode[T any](t *testing.T, text []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

// verified checks parts and their manifest against the stream.
func verified(t *testing.T, s Stream, m int, text []byte, part func(name string) []byte) {
	t.Helper()
	all := decode[Manifest](t, text)
	r, err := s.Reader()
	if err != nil {
		t.Fatal(err)
	}
	first, _ := r.Locate(r.HeaderLen())
	if all.Disks != s.Disks || all.Format != s.Format || all.Numbers != s.Numbers || all.First != first || all.Moves != r.Moves() || len(all.Parts) != m {
		t.Errorf("%+v: the manifest says %s", s, text)
	}
	if naming, err := hanoi.NamingFor(s.Disks, all.From, all.To); err != nil || naming != s.Naming {
		t.Errorf("%+v: from peg %d to %d", s, all.From, all.To)
	}
	var offset int64
	var whole []byte
	for i, p := range all.Parts {
		got := part(p.Name)
		sum := sha256.Sum256(got)
		if int(p.Shard) != i || p.Offset != offset || p.Length != int64(len(got)) || p.SHA256 != hex.EncodeToString(sum[:]) || p.First != first {
			t.Errorf("%+v: the manifest says %+v of part %d, which has %d bytes", s, p, i, len(got))
		}
		if !bytes.Equal(got, bytesOf(t, s, hanoi.Shard(uint64(i), uint64(m)))) {
			t.Errorf("%+v: part %d of %d is wrong", s, i, m)
		}
		offset += int64(len(got))
		first += p.Moves
		whole = append(whole, got...)
	}
	if all.Bytes != offset {
		t.Errorf("%+v: the manifest says %d bytes of %d", s, all.Bytes, offset)
	}
	if s.Format != hanoi.NPY && !bytes.Equal(whole, bytesOf(t, s)) {
		t.Errorf("%+v: the parts joined are not the stream", s)
	}
}

func TestWrite(t *testing.T) {
	for i, s := range streams() {
		m := []int{1, 3, 11, 16}[i%4]
		folder := fmt.Sprintf("memfs://write%d", i)
		if err := run(t, func(scope beam.Scope) { Write(scope, s, folder, m) }); err != nil {
			t.Fatal(err)
		}
		verified(t, s, m, memory(t, folder+"/"+ManifestName), func(name string) []byte { return memory(t, folder+"/"+name) })
		if all := names(t, folder); len(all) != m+1 {
			t.Errorf("%d parts and %q", m, all)
		}
	}
}

// What the command writes with the same shard is the same file, and what it
// verifies.
func TestCommand(t *testing.T) {
	folder := t.TempDir()
	s := Stream{Disks: 18, Format: hanoi.CSV, Numbers: true}
	const m = 12
	if err := run(t, func(scope beam.Scope) { Write(scope, s, folder, m) }); err != nil {
		t.Fatal(err)
	}
	flags := []string{"-n", "18", "-f", "csv", "--numbers"}
	verify := append([]string{"verify"}, flags...)
	for i := range m {
		name := filepath.Join(folder, fmt.Sprintf("part.%02d", i))
		want, _ := hanoigen(t, "", append(flags, "--shard", fmt.Sprintf("%d/%d", i, m))...)
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what hanoigen writes (%v)", name, err)
		}
		verify = append(verify, name)
	}
	if _, status := hanoigen(t, "", verify...); status != 0 {
		t.Errorf("hanoigen verify: status %d", status)
	}
	if there, _ := filepath.Glob(folder + "/*"); len(there) != m+1 {
		t.Errorf("%q", there)
	}
}

// plant leaves in a folder in memory what workers that died left at some files, and
// files of others, which are to stay. It returns how many these are.
func plant(t *testing.T, folder string, files ...string) (others int) {
	for _, name := range files {
		memfs.Write(folder+"/"+name+attemptMark+rand.Text(), []byte("half"))
	}
	all := []string{"thesis.attempt-2.txt", "notes" + attemptMark + rand.Text(), files[0] + attemptMark + "OF-ANOTHER", "my-" + files[0] + attemptMark + rand.Text()}
	for _, name := range all {
		memfs.Write(folder+"/"+name, []byte("of others"))
	}
	return len(all)
}

// A bundle that fails leaves no half file under a final name, and no manifest. The
// next run makes all, and takes away what attempts left.
func TestFailure(t *testing.T) {
	s := Stream{Disks: 18}
	const m = 8
	const folder, there = "faulty://failure", "memfs://failure"
	write := func(scope beam.Scope) { Write(scope, s, folder, m) }
	plan("/part.2", "write")
	err := run(t, write)
	plan("", "")
	if err == nil || !strings.Contains(err.Error(), "part 2 of 8") || !strings.Contains(err.Error(), "planted: write") {
		t.Fatal(err)
	}
	for _, name := range names(t, there) {
		var i uint64
		base := filepath.Base(name)
		fmt.Sscanf(base, "part.%d", &i)
		if base == ManifestName || i == 2 || !strings.Contains(base, attemptMark) && !bytes.Equal(memory(t, name), bytesOf(t, s, hanoi.Shard(i, m))) {
			t.Errorf("%s is there, with %d bytes", base, len(memory(t, name)))
		}
	}
	others := plant(t, there, "part.5", ManifestName)
	if err := run(t, write); err != nil {
		t.Fatal(err)
	}
	verified(t, s, m, memory(t, there+"/"+ManifestName), func(name string) []byte { return memory(t, there+"/"+name) })
	if all := names(t, there); len(all) != m+1+others {
		t.Errorf("%q are there after all", all)
	}
}

func TestManifest(t *testing.T) {
	s := Stream{Disks: 5}
	for _, shards := range [][]int64{{}, {0, 1}, {0, 1, 1}, {0, 2, 2}, {1, 2, 3}, {0, 1, 2, 3}} {
		var parts []Part
		for _, i := range shards {
			parts = append(parts, Part{Shard: i})
		}
		if _, err := newManifest(s, parts, 3); err == nil {
			t.Errorf("parts %v of 3 are taken for all", shards)
		}
	}
}
