package main

import (
	"bytes"
	"testing"

	"github.com/hanoigen/hanoi/instance"
	"github.com/hanoigen/hanoi/internal/must"
)

// The lines are those of the library, whole and in parts.
func TestInstances(t *testing.T) {
	for flags, options := range map[string]instance.Options{
		"-n 5":                     {MinDisks: 5, MaxDisks: 5},
		"-n 3..8 --seed 7":         {Seed: 7, MinDisks: 3, MaxDisks: 8, Kind: "random"},
		"-n 3..64 --kind classic":  {MinDisks: 3, MaxDisks: 64, Kind: "classic"},
		"-n 3..8 --prompt triples": {MinDisks: 3, MaxDisks: 8, Prompt: "triples"},
		"-n 4..5 --prompt text --answers --seed 2^64-1":      {Seed: 1<<64 - 1, MinDisks: 4, MaxDisks: 5, Prompt: "text", Answers: true},
		"-n 64 --answers --kind distance --distance 2..0x10": {MinDisks: 64, MaxDisks: 64, Kind: "distance", MinDistance: 2, MaxDistance: 16, Answers: true},
		"-n 9 --kind distance --distance 5":                  {MinDisks: 9, MaxDisks: 9, Kind: "distance", MinDistance: 5, MaxDistance: 5},
	} {
		s, err := instance.NewSampler(options)
		if err != nil {
			t.Fatal(err)
		}
		var want [][]byte
		for i := range uint64(300) {
			var line bytes.Buffer
			must.Do(printJSON(&line, s.At(i)))
			want = append(want, line.Bytes())
		}
		r := hanoigen(t, "instances --count 300 "+flags)
		r.expect(t, 0, "")
		if !bytes.Equal(r.out, bytes.Join(want, nil)) {
			t.Errorf("instances %s: not what the library has", flags)
		}
		part := hanoigen(t, "instances --first 123 --count 45 "+flags)
		if !bytes.Equal(part.out, bytes.Join(want[123:168], nil)) {
			t.Errorf("instances %s: 123 to 167 alone are not those of the whole", flags)
		}
	}
	for flags, want := range map[string]int{"": 1, " --count 0": 0, " --first 1 --count 0": 0, " --first 2^64-1": 1, " --first 2^64-2 --count 2": 2} {
		r := hanoigen(t, "instances -n 3"+flags)
		r.expect(t, 0, "")
		if got := bytes.Count(r.out, []byte("\n")); got != want {
			t.Errorf("instances -n 3%s: %d lines; want %d", flags, got, want)
		}
	}
}

func TestInstancesErrors(t *testing.T) {
	for line, message := range map[string]string{
		"":                              `-n is required: A..B, or one number, 1 to 64$`,
		"-n 0..3":                       `-n "0..3": out of range; give 1 to 64$`,
		"-n 3..65":                      `-n "3..65": out of range; give 1 to 64$`,
		"-n 8..3":                       `number of disks.*: 8 to 3; give 1 to 64, the smaller number first$`,
		"-n 3 --distance 1..2":          `--distance is for --kind distance, not random$`,
		"-n 3 --kind distance":          `--kind distance needs --distance D..E`,
		"-n 3 --first 2^64-1 --count 2": `--first 18446744073709551615 --count 2: instances are numbered 0 to 18446744073709551615`,
		"-n 21 --answers":               `an answer may have 2097151 moves, and at most 1048575 are written; give up to 20 disks`,
		"-n 3 5":                        `"5" is too many arguments`,
	} {
		hanoigen(t, "instances "+line).expect(t, 2, message)
	}
}
