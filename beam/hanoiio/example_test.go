package hanoiio_test

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/beam/hanoiio"
)

// Programs call beam.Init first, after flag.Parse.
func ExampleWrite() {
	ctx := context.Background()
	p, s := beam.NewPipelineWithRoot()
	stream := hanoiio.Stream{Disks: 12, Format: hanoi.CSV}
	hanoiio.Write(s, stream, "memfs://example", 3)
	if err := beamx.Run(ctx, p); err != nil {
		fmt.Println(err)
		return
	}
	fs := memfs.New(ctx)
	names, err := fs.List(ctx, "memfs://example/*")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range names {
		fmt.Println(name)
	}
	// Output:
	// memfs://example/manifest.json
	// memfs://example/part.0
	// memfs://example/part.1
	// memfs://example/part.2
}
