package figures

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/hanoigen/hanoi"
	"github.com/hanoigen/hanoi/answer"
	"github.com/hanoigen/hanoi/batch"
	"github.com/hanoigen/hanoi/internal/pairs"
	"github.com/hanoigen/hanoi/picture"
)

// answers measures what judges answers, makes instances and draws.
func answers() Section {
	return Section{
		Title: "Answers, instances, pictures",
		About: "The ceiling of a judge is bytes.IndexByte for a byte that the text does not have, which reads it once. That of the\n" +
			"instances is a ChaCha8 of its own and one number of it, for each.",
		Rows: []pairs.Row{judged(answer.Triples), judged(answer.Text), judged(answer.Packed), judgedLines(), instances(), graph(), graphSize()},
	}
}

// read is the ceiling of what reads all of a text.
func read(parts int, text func() []byte) pairs.Peer {
	return bound("IndexByte", pairs.Per(parts, pairs.Calls(func() { sink += uint64(bytes.IndexByte(text(), 0xff)) })))
}

// judged judges the solution of 20 disks on one core.
func judged(notation answer.Notation) pairs.Row {
	const n, count = 20, 1<<20 - 1
	name, least := notation.String(), 100e6
	if notation == answer.Packed {
		least = 500e6
	}
	text := sync.OnceValue(func() []byte {
		var b bytes.Buffer
		switch notation {
		case answer.Triples:
			for _, m := range hanoi.Moves(n, 0) {
				fmt.Fprintf(&b, ", [%d, %d, %d]", m.Disk, m.From, m.To)
			}
			return append(append([]byte{'['}, b.Bytes()[2:]...), ']')
		case answer.Text, answer.Packed:
			var format hanoi.Format
			pairs.Check(format.UnmarshalText([]byte(name)))
			r, err := hanoi.NewReader(n, format, 0)
			pairs.Check(err)
			_, err = r.WriteTo(&b)
			pairs.Check(err)
		}
		return b.Bytes()
	})
	p, err := answer.Terms{N: n}.Problem()
	pairs.Check(err)
	var j answer.Judge
	return pairs.Row{
		ID: "check/" + name, What: "check " + name + ", 20 disks", Unit: pairs.Moves, Amount: count,
		Ours: pairs.Calls(func() {
			r, err := j.Answer(p, answer.Options{Notation: notation}, text())
			pairs.Check(err)
			if r.Verdict != answer.Solved || r.Moves != count {
				pairs.Check(fmt.Errorf("the solution as %s: %s", name, r.Sentence()))
			}
		}),
		Peers:  []pairs.Peer{read(1, text)},
		Target: pairs.Target{Value: &least},
	}
}

// judgedLines judges the lines of "instances --answers" on all cores.
func judgedLines() pairs.Row {
	lines := sync.OnceValue(func() (lines []byte) {
		s := sampler()
		for i := uint64(0); len(lines) < 8<<20; i++ {
			lines = s.Append(lines, i, answer.Fields{Answer: true})
		}
		return lines
	})
	cores := runtime.GOMAXPROCS(0)
	perByte := func(f func()) pairs.Side {
		return func(n int) float64 { return pairs.Calls(f)(n) / float64(len(lines())) }
	}
	return pairs.Row{
		ID: "check --batch", What: fmt.Sprintf("check --batch, %d cores", cores), Unit: pairs.Bytes, Amount: 1,
		Ours: perByte(func() {
			sum, err := batch.Judge(context.Background(), bytes.NewReader(lines()), io.Discard, batch.Defaults{}, cores)
			pairs.Check(err)
			if sum.Solved != sum.Lines {
				pairs.Check(fmt.Errorf("of %d right answers %d were judged solved", sum.Lines, sum.Solved))
			}
		}),
		Peers:  []pairs.Peer{bound("IndexByte, one core", perByte(func() { sink += uint64(bytes.IndexByte(lines(), 0xff)) }))},
		Target: pairs.Target{Value: new(250e6)},
	}
}

func sampler() *answer.Sampler {
	s, err := answer.NewSampler(answer.Samples{Seed: 1, MinDisks: 3, MaxDisks: 8, Kind: answer.Random})
	pairs.Check(err)
	return s
}

// instances makes random instances of 3 to 8 disks, without answers.
func instances() pairs.Row {
	const many = 1000
	s := sampler()
	var line []byte
	i := uint64(0)
	return pairs.Row{
		ID: "instances", What: "instances, without answers", Unit: pairs.Instances, Amount: many,
		Ours: pairs.Calls(func() {
			for range many {
				line = s.Append(line[:0], i, answer.Fields{})
				i++
			}
		}),
		Peers: []pairs.Peer{bound("ChaCha8, one number each", pairs.Calls(func() {
			var key [32]byte
			for range many {
				i++
				binary.LittleEndian.PutUint64(key[:], i)
				sink += rand.NewChaCha8(key).Uint64()
			}
		}))},
		Target: pairs.Target{Value: new(1e6)},
	}
}

func graph() pairs.Row {
	return pairs.Row{
		ID: "draw graph", What: "draw graph, n = 10: time",
		Ours:   pairs.Calls(func() { pairs.Check(picture.Graph(io.Discard, 10, picture.GraphOptions{})) }),
		Target: pairs.Target{Value: new(10e-3)},
	}
}

func graphSize() pairs.Row {
	return pairs.Row{
		ID: "draw graph/size", What: "draw graph, n = 10: size", Unit: pairs.Size, Rounds: 1,
		Ours: func(int) float64 {
			var b bytes.Buffer
			pairs.Check(picture.Graph(&b, 10, picture.GraphOptions{}))
			return float64(b.Len())
		},
		Target: pairs.Target{Value: new(8000.0)},
	}
}
