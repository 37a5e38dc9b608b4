package hanoiio

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// ManifestName is the name of the manifest, in the folder of the parts.
const ManifestName = "manifest.json"

// Manifest describes the parts of a stream.
type Manifest struct {
	Disks   int          `json:"disks"`
	Format  hanoi.Format `json:"format"`
	From    uint8        `json:"from"` // the peg where the whole solution starts
	To      uint8        `json:"to"`   // the peg where it ends
	First   uint64       `json:"first"`
	Moves   uint64       `json:"moves"`
	Numbers bool         `json:"numbers,omitempty"`
	Letters bool         `json:"letters,omitempty"`
	Bytes   int64        `json:"bytes"` // the length of all parts
	Parts   []Part       `json:"parts"`
}

// Part is a file that [Write] writes.
type Part struct {
	Name   string `json:"name"` // such as part.0
	Shard  int64  `json:"shard"`
	First  uint64 `json:"first"`  // the number of its first move
	Moves  uint64 `json:"moves"`  // the number of moves
	Offset int64  `json:"offset"` // of its first byte in the joined parts
	Length int64  `json:"length"` // in bytes
	SHA256 string `json:"sha256"` // in hexadecimal
}

// MaxParts is the largest number of parts: one worker holds their manifest in memory.
const MaxParts = 1 << 20

// s3Copy is the largest part on S3: S3 renames by copying, and copies at most 5 GiB. 1 KiB of
// this is for a header and for the rest of the last record.
const s3Copy = 5<<30 - 1<<10

// Write writes a stream to a folder on any of Beam's file systems, as m parts: the shards
// of [hanoi.Shard]. They are named part.0 … part.m−1, with leading zeros that make their
// names sort in order. Then it writes [ManifestName], and returns a PCollection of that
// file's name.
//
// A part is complete or missing, even if an engine tries it several times: each attempt
// writes under its own name, then renames. Before the manifest is written, the files of
// failed attempts are removed.
//
// Write panics with the errors of [CheckWrite], as Beam's sinks do.
func Write(s beam.Scope, stream Stream, folder string, m int) beam.PCollection {
	s = s.Scope("hanoiio.Write")
	must.Do(CheckWrite(stream, folder, m))
	// Without a reshuffle, one worker would write all parts.
	shards := beam.Reshuffle(s, beam.ParDo(s, &shardsFn{int64(m)}, beam.Impulse(s)))
	parts := beam.ParDo(s, &writeFn{stream, folder, m}, shards)
	all := beam.GroupByKey(s, beam.AddFixedKey(s, parts))
	return beam.ParDo(s, &manifestFn{stream, folder, m}, all)
}

// CheckWrite checks the arguments of [Write]. It returns an error if the stream has no
// Reader, or has 2⁶³ bytes or more; if m is not 1 … MaxParts; if a part is too large for
// S3 to rename; or if the program does not support the folder's file system.
func CheckWrite(stream Stream, folder string, m int) error {
	r, err := stream.Reader()
	if err != nil {
		return err
	}
	size, ok := r.Size()
	if !ok {
		return errors.New("the stream has 2^63 bytes or more; give a range of it")
	}
	if part := size/int64(max(m, 1)) + 1; strings.HasPrefix(folder, "s3://") && part > s3Copy {
		return fmt.Errorf("%d parts of %d bytes, but S3 renames at most %d; give %d parts or more",
			m, part, int64(s3Copy), size/s3Copy+1)
	}
	return CheckLines(folder, m)
}

// shardsFn turns an impulse into the numbers of the shards.
type shardsFn struct{ M int64 }

func (fn *shardsFn) ProcessElement(_ []byte, emit func(int64)) {
	for i := range fn.M {
		emit(i)
	}
}

// writeFn writes parts.
type writeFn struct {
	Stream Stream
	Folder string
	M      int
}

func (fn *writeFn) ProcessElement(ctx context.Context, i int64, emit func(Part)) error {
	r := must.Get(fn.Stream.Reader(hanoi.Shard(uint64(i), uint64(fn.M))))
	part := Part{Name: numbered("part", i, fn.M), Shard: i, Moves: r.Moves()}
	part.First, _ = r.Locate(r.HeaderLen())
	err := commit(ctx, inFolder(fn.Folder, part.Name), func(w io.Writer) (err error) {
		sum := sha256.New()
		part.Length, err = r.WriteTo(io.MultiWriter(w, sum))
		part.SHA256 = hex.EncodeToString(sum.Sum(nil))
		return err
	})
	if err != nil {
		return fmt.Errorf("part %d of %d: %w", i, fn.M, err)
	}
	emit(part)
	return nil
}

// numbered returns name i of m names, which sort in order.
func numbered(name string, i int64, m int) string {
	return fmt.Sprintf("%s.%0*d", name, len(fmt.Sprint(m-1)), i)
}

// manifestFn writes the manifest of the parts.
type manifestFn writeFn

func (fn *manifestFn) ProcessElement(ctx context.Context, _ int, next func(*Part) bool, emit func(string)) error {
	s := fn.Stream
	all := Manifest{Disks: s.Disks, Format: s.Format, Numbers: s.Numbers, Letters: s.Letters, From: s.Naming.Peg(0), To: s.Naming.Peg(uint8(1 + s.Disks%2))}
	for p := (Part{}); next(&p); {
		all.Parts = append(all.Parts, p)
	}
	slices.SortFunc(all.Parts, func(a, b Part) int { return cmp.Compare(a.Shard, b.Shard) })
	for i := range fn.M {
		if len(all.Parts) != fn.M || all.Parts[i].Shard != int64(i) {
			return fmt.Errorf("manifest: the engine returned %d parts; want each of %d once", len(all.Parts), fn.M)
		}
		p := &all.Parts[i]
		p.Offset = all.Bytes
		all.Bytes += p.Length
		all.Moves += p.Moves
	}
	all.First = all.Parts[0].First
	name := inFolder(fn.Folder, ManifestName)
	err := sweep(ctx, fn.Folder, `part\.[0-9]+|manifest\.json`)
	if err == nil {
		err = commit(ctx, name, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", " ")
			return e.Encode(all)
		})
	}
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	emit(name)
	return nil
}
