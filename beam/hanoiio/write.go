package hanoiio

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/internal/must"
)

// ManifestName is the name of the manifest in the folder of its parts.
const ManifestName = "manifest.json"

// Manifest says what the parts of a stream are.
type Manifest struct {
	Disks   int          `json:"disks"`
	Format  hanoi.Format `json:"format"`
	From    uint8        `json:"from"` // where the whole solution begins
	To      uint8        `json:"to"`   // and ends
	First   uint64       `json:"first"`
	Moves   uint64       `json:"moves"`
	Numbers bool         `json:"numbers,omitempty"`
	Bytes   int64        `json:"bytes"` // of all parts
	Parts   []Part       `json:"parts"`
}

// Part is a file of [Write].
type Part struct {
	Name   string `json:"name"` // in the folder: part.0, or with as many digits as the last
	Shard  int64  `json:"shard"`
	First  uint64 `json:"first"`  // the number of its first move
	Moves  uint64 `json:"moves"`  // how many it has
	Offset int64  `json:"offset"` // of its first byte in the parts joined
	Length int64  `json:"length"` // bytes
	SHA256 string `json:"sha256"` // of them, hexadecimal
}

// MaxParts bounds the parts of Write: one worker makes their manifest.
const MaxParts = 1 << 20

// s3Copy is the largest even share of a stream in a part on S3. A rename is a copy in
// one call of at most 5 GiB; the rest is for records and headers beyond the share.
const s3Copy = 5<<30 - 1<<10

// Write writes a stream as m parts, those of [hanoi.Shard], into a folder of any of
// Beam's file systems: part.0 … part.m−1, where all numbers have as many digits as the
// last. Then it writes [ManifestName], and returns a PCollection of that file's name.
//
// A part is there whole or not at all, however often engines try: each attempt writes
// under a name of its own, and renames. Files that failed attempts left are removed
// before the manifest is written.
//
// It panics where [CheckWrite] returns an error, as Beam's sinks do.
func Write(s beam.Scope, stream Stream, folder string, m int) beam.PCollection {
	s = s.Scope("hanoiio.Write")
	must.Do(CheckWrite(stream, folder, m))
	// Without a reshuffle, one worker would write all.
	shards := beam.Reshuffle(s, beam.ParDo(s, &shardsFn{int64(m)}, beam.Impulse(s)))
	parts := beam.ParDo(s, &writeFn{stream, folder, m}, shards)
	all := beam.GroupByKey(s, beam.AddFixedKey(s, parts))
	return beam.ParDo(s, &manifestFn{stream, folder, m}, all)
}

// CheckWrite returns the error for which [Write] would panic: the stream has no Reader
// or has 2⁶³ bytes or more, m is not 1 … MaxParts, a part is too large for S3 to
// rename, or the folder is in no file system that the program has.
func CheckWrite(stream Stream, folder string, m int) error {
	r, err := stream.Reader()
	if err != nil {
		return err
	}
	size, ok := r.Size()
	if !ok {
		return fmt.Errorf("%w: the stream has 2^63 bytes or more; give a range of it", hanoi.ErrMove)
	}
	if m < 1 || m > MaxParts {
		return fmt.Errorf("%w: %d parts; give 1 to %d", hanoi.ErrMove, m, MaxParts)
	}
	if part := size/int64(m) + 1; strings.HasPrefix(folder, "s3://") && part > s3Copy {
		return fmt.Errorf("%w: %d parts of %d bytes, and S3 renames up to %d; give %d parts or more",
			hanoi.ErrMove, m, part, int64(s3Copy), size/s3Copy+1)
	}
	return checkFolder(folder)
}

// shardsFn makes the numbers of shards of an impulse.
type shardsFn struct{ M int64 }

func (fn *shardsFn) ProcessElement(_ []byte, emit func(int64)) {
	for i := range fn.M {
		emit(i)
	}
}

// writeFn makes parts of their numbers.
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

// numbered returns the i-th, from 0, of m names that sort in order.
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

// newManifest returns the manifest of m parts. Each has to be there once.
func newManifest(s Stream, parts []Part, m int) (*Manifest, error) {
	if len(parts) != m {
		return nil, fmt.Errorf("%d of %d parts are there", len(parts), m)
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
			return nil, fmt.Errorf("part %d of %d is missing, another is there twice", i, m)
		}
		p.Offset = all.Bytes
		all.Bytes += p.Length
		all.Moves += p.Moves
	}
	return all, nil
}
