package hanoiio_test

import (
	"context"
	"fmt"
	"log"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/beam/hanoiio"
)

// Programs call flag.Parse and then beam.Init first.
func ExampleWrite() {
	ctx := context.Background()
	p, s := beam.NewPipelineWithRoot()
	hanoiio.Write(s, hanoiio.Stream{Disks: 12, Format: hanoi.CSV}, "memfs://example", 3)
	if err := beamx.Run(ctx, p); err != nil {
		log.Fatal(err)
	}
	names, err := memfs.New(ctx).List(ctx, "memfs://example/*")
	fmt.Println(names, err)
	// Output: [memfs://example/manifest.json memfs://example/part.0 memfs://example/part.1 memfs://example/part.2] <nil>
}
