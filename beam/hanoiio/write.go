package hanoiio

import (
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

// ManifestName is the name of the manifest. It is in the folder of the parts.
const ManifestName = "manifest.json"

// Manifest describes the parts of a stream.
type Manifest struct {
	Disks   int          `json:"disks"`
	Format  hanoi.Format `json:"format"`
	From    uint8        `json:"from"` // where the whole solution starts
	To      uint8        `json:"to"`   // and ends
	First   uint64       `json:"first"`
	Moves   uint64       `json:"moves"`
	Numbers bool         `json:"numbers,omitempty"`
	Bytes   int64        `json:"bytes"` // of all parts
	Parts   []Part       `json:"parts"`
}

// Part is a file that [Write] writes.
type Part struct {
	Name   string `json:"name"` // in the folder, such as part.0
	Shard  int64  `json:"shard"`
	First  uint64 `json:"first"`  // the number of its first move
	Moves  uint64 `json:"moves"`  // the number of moves
	Offset int64  `json:"offset"` // of its first byte in the joined parts
	Length int64  `json:"length"` // in bytes
	SHA256 string `json:"sha256"` // in hexadecimal
}

// MaxParts bounds the number of parts, since one worker writes their manifest.
const MaxParts = 1 << 20

// s3Copy bounds a part's share of the stream on S3, where a rename is a copy of at most
// 5 GiB. What is left of these is for a header, and for the rest of a record.
const s3Copy = 5<<30 - 1<<10

// Write writes a stream as m parts, the shards of [hanoi.Shard], to a folder on any of
// Beam's file systems: part.0 … part.m−1, where all numbers have as many digits as the
// last one. Then it writes [ManifestName], and returns a PCollection of that file's name.
//
// A part is complete or missing, however often engines try: each attempt writes under a
// name of its own, and renames. Files that failed attempts left are removed before the
// manifest is written.
//
// It panics where [CheckWrite] returns an error, as Beam's sinks do.
func Write(s beam.Scope, stream Stream, folder string, m int) beam.PCollection {
	s = s.Scope("hanoiio.Write")
	must.Do(CheckWrite(stream, folder, m))
	// Without a reshuffle, one worker would write all parts.
	shards := beam.Reshuffle(s, beam.ParDo(s, &shardsFn{int64(m)}, beam.Impulse(s)))
	parts := beam.ParDo(s, &writeFn{stream, folder, m}, shards)
	all := beam.GroupByKey(s, beam.AddFixedKey(s, parts))
	return beam.ParDo(s, &manifestFn{stream, folder, m}, all)
}

// CheckWrite returns the error with which [Write] would panic: the stream has no Reader
// or has 2⁶³ bytes or more, m is not 1 … MaxParts, a part is too large for S3 to rename,
// or the program does not support the folder's file system.
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
	return checkFiles(folder, m)
}

// shardsFn turns an impulse into the numbers of the shards.
type shardsFn struct{ M int64 }

func (fn *shardsFn) ProcessElement(_ []byte, emit func(int64)) {
	for i := range fn.M {
		emit(i)
	}
}

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
		if part.Length, err = r.WriteTo(io.MultiWriter(w, sum)); err != nil {
			return err
		}
		part.SHA256 = hex.EncodeToString(sum.Sum(nil))
		return nil
	})
	if err != nil {
		return fmt.Errorf("part %d of %d: %w", i, fn.M, err)
	}
	emit(part)
	return nil
}

// numbered returns name i of the names 0 … m−1, which sort in order.
func numbered(name string, i int64, m int) string {
	return fmt.Sprintf("%s.%0*d", name, len(fmt.Sprint(m-1)), i)
}

// manifestFn writes the manifest of the parts.
type manifestFn writeFn

func (fn *manifestFn) ProcessElement(ctx context.Context, _ int, next func(*Part) bool, emit func(string)) error {
	var parts []Part
	for p := (Part{}); next(&p); {
		parts = append(parts, p)
	}
	name := inFolder(fn.Folder, ManifestName)
	m, err := newManifest(fn.Stream, parts, fn.M)
	if err == nil {
		err = sweep(ctx, fn.Folder, `part\.[0-9]+|manifest\.json`)
	}
	if err == nil {
		err = commit(ctx, name, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", " ")
			return e.Encode(m)
		})
	}
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	emit(name)
	return nil
}

// newManifest returns the manifest of m parts. Each must be there once.
func newManifest(s Stream, parts []Part, m int) (*Manifest, error) {
	if len(parts) != m {
		return nil, fmt.Errorf("there are %d of %d parts", len(parts), m)
	}
	slices.SortFunc(parts, func(a, b Part) int { return int(a.Shard - b.Shard) })
	all := &Manifest{
		Disks: s.Disks, Format: s.Format, Numbers: s.Numbers,
		From: s.Naming.Peg(0), To: s.Naming.Peg(uint8(1 + s.Disks%2)),
		First: parts[0].First, Parts: parts,
	}
	for i := range parts {
		p := &parts[i]
		if p.Shard != int64(i) {
			return nil, fmt.Errorf("part %d of %d is missing, and another is there twice", i, m)
		}
		p.Offset = all.Bytes
		all.Bytes += p.Length
		all.Moves += p.Moves
	}
	return all, nil
}
