package hanoiio

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/hanoigen/hanoi"
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

// manifestFn makes the manifest of the parts.
type manifestFn struct {
	Stream Stream
	Folder string
	M      int
}

func (fn *manifestFn) ProcessElement(ctx context.Context, _ int, next func(*Part) bool, emit func(string)) error {
	var parts []Part
	for p := (Part{}); next(&p); {
		parts = append(parts, p)
	}
	m, err := newManifest(fn.Stream, parts, fn.M)
	if err != nil {
		return err
	}
	if err := sweep(ctx, fn.Folder, `part\.[0-9]+|`+regexp.QuoteMeta(ManifestName)); err != nil {
		return err
	}
	name := inFolder(fn.Folder, ManifestName)
	err = commit(ctx, name, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(m)
	})
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	emit(name)
	return nil
}

// newManifest returns the manifest of m parts. Each has to be there once.
func newManifest(s Stream, parts []Part, m int) (*Manifest, error) {
	slices.SortFunc(parts, func(a, b Part) int { return int(a.Shard - b.Shard) })
	all := &Manifest{
		Disks: s.Disks, Format: s.Format, Numbers: s.Numbers,
		From: s.Naming.Peg(0), To: s.Naming.Peg(uint8(1 + s.Disks%2)),
		Parts: parts,
	}
	for i := range parts {
		p := &parts[i]
		if p.Shard != int64(i) {
			return nil, fmt.Errorf("manifest: part %d of %d is missing or there twice", min(int64(i), p.Shard), m)
		}
		p.Offset = all.Bytes
		all.Bytes += p.Length
		all.Moves += p.Moves
	}
	if len(parts) != m {
		return nil, fmt.Errorf("manifest: part %d of %d is missing", len(parts), m)
	}
	all.First = parts[0].First
	return all, nil
}
