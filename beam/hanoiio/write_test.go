package hanoiio

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// verified compares the parts in a folder in memory, and their manifest, with the stream. The
// folder must also contain the given number of other files.
func verified(t *testing.T, s Stream, m int, folder string, others int) {
	t.Helper()
	var all Manifest
	must.Do(json.Unmarshal(memory(t, folder+"/"+ManifestName), &all))
	r := must.Get(s.Reader())
	naming, err := hanoi.NamingFor(s.Disks, all.From, all.To)
	first, _ := r.Locate(r.HeaderLen())
	want := Manifest{s.Disks, s.Format, all.From, all.To, first, r.Moves(), s.Numbers, s.Letters, all.Bytes, all.Parts}
	if err != nil || naming != s.Naming || !reflect.DeepEqual(all, want) || len(all.Parts) != m {
		t.Errorf("%+v: the manifest says %+v", s, all)
	}
	var whole []byte
	for i, p := range all.Parts {
		got := memory(t, folder+"/"+p.Name)
		sum := sha256.Sum256(got)
		want := Part{p.Name, int64(i), first, p.Moves, int64(len(whole)), int64(len(got)), hex.EncodeToString(sum[:])}
		if p != want || i > 0 && p.Name <= all.Parts[i-1].Name {
			t.Errorf("%+v: the manifest says %+v of part %d; want %+v", s, p, i, want)
		}
		if !bytes.Equal(got, bytesOf(s, hanoi.Shard(uint64(i), uint64(m)))) {
			t.Errorf("%+v: part %d of %d is wrong", s, i, m)
		}
		first += p.Moves
		whole = append(whole, got...)
	}
	if all.Bytes != int64(len(whole)) || s.Format != hanoi.NPY && !bytes.Equal(whole, bytesOf(s)) {
		t.Errorf("%+v: the parts joined, of %d bytes, are not the stream", s, all.Bytes)
	}
	if there := names(t, folder); len(there) != m+1+others {
		t.Errorf("%d parts, but in the end there are %q", m, there)
	}
}

func TestWrite(t *testing.T) {
	for i, s := range streams() {
		m := []int{1, 3, 11, 16}[i%4]
		folder := fmt.Sprintf("memfs://write%d", i)
		must.Do(run(t, func(scope beam.Scope) {
			passert.Equals(scope, Write(scope, s, folder+"/", m), folder+"/"+ManifestName)
		}))
		verified(t, s, m, folder, 0)
	}
}

// leave writes two kinds of files to a folder in memory: what dead workers leave of the given
// files, and files of other programs, which must stay. It returns how many must stay.
func leave(t *testing.T, folder string, files ...string) (others int) {
	for _, name := range files {
		memfs.Write(folder+"/"+name+attemptMark+rand.Text(), []byte("half"))
	}
	all := []string{"thesis.attempt-2.txt", "notes" + attemptMark + rand.Text(), files[0] + attemptMark + "OF-ANOTHER", "my-" + files[0] + attemptMark + rand.Text()}
	for _, name := range all {
		memfs.Write(folder+"/"+name, []byte("of others"))
	}
	return len(all)
}

// A run that fails leaves no partial file under a final name, and no manifest. The next run
// writes all files, and removes the files of failed attempts.
func TestFailure(t *testing.T) {
	s := Stream{Disks: 18}
	const m = 8
	const folder, there = "faulty://failure", "memfs://failure"
	write := func(scope beam.Scope) { Write(scope, s, folder, m) }
	plant("/part.2", "write")
	err := run(t, write)
	plant("")
	if err == nil || !strings.Contains(err.Error(), "part 2 of 8: planted") {
		t.Fatal(err)
	}
	for _, name := range names(t, there) {
		var i uint64
		if _, err := fmt.Sscanf(name, there+"/part.%d", &i); err != nil || !bytes.Equal(memory(t, name), bytesOf(s, hanoi.Shard(i, m))) {
			t.Errorf("%s is there, with %d bytes", name, len(memory(t, name)))
		}
	}
	others := leave(t, there, "part.5", ManifestName)
	must.Do(run(t, write))
	verified(t, s, m, there, others)
}

// No manifest is written if an engine loses a part or returns one twice. Their order says nothing.
func TestManifest(t *testing.T) {
	for i, shards := range [][]int64{{0, 1}, {0, 1, 1}, {0, 2, 2}, {1, 2, 3}, {0, 1, 2, 3}, {2, 0, 1}} {
		var parts []Part
		for _, i := range shards {
			parts = append(parts, Part{Shard: i})
		}
		fn := &manifestFn{Stream{Disks: 5}, "memfs://incomplete", 3}
		err := fn.ProcessElement(t.Context(), 0, elements(parts...), func(string) {})
		if right := i == 5; (err == nil) != right || (len(names(t, fn.Folder)) > 0) != right {
			t.Errorf("parts %v: %v", shards, err)
		}
	}
}
