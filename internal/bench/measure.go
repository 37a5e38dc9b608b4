// Package bench measures what this module does side by side with what it is
// measured against: in one run and in pairs, so that a noisy machine disturbs
// both sides alike.
package bench

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Row is a line of the report.
type Row struct {
	What  string  // the thing measured
	Bytes int     // that a call writes; 0 if its time is what counts
	Time  float64 // of a call, median, in ns
	Peer  string  // what it is measured against, if anything
	PeerTime,
	Ratio float64 // of the speeds, the median of the pairs: above 1 is faster than the peer
	Target string // what DESIGN.md asks for, if it does
}

const (
	pairs   = 41
	minTime = 300 * time.Microsecond // of one side of a pair
	maxTime = time.Second            // of all pairs of a row, about
)

// Only restricts what is measured to the rows whose What it matches.
var Only = regexp.MustCompile("")

// A Side is one side of a pair: it does a thing n times and returns the time of
// one in ns.
type Side func(n int) float64

// Calls is the side of a function.
func Calls(f func()) Side {
	return func(n int) float64 {
		start := time.Now()
		for range n {
			f()
		}
		return float64(time.Since(start)) / float64(n)
	}
}

// Compare measures a side against its peer; each writes bytes bytes.
func Compare(what string, bytes int, side Side, peerName string, peer Side, target string) Row {
	r := Row{What: what, Bytes: bytes, Peer: peerName, Target: target}
	if !Only.MatchString(what) {
		return r
	}
	n, m := repetitions(side), repetitions(peer)
	took := side(n)*float64(n) + peer(m)*float64(m)
	var times, peerTimes, ratios []float64
	for i := range min(pairs, max(5, int(float64(maxTime)/took))) {
		var a, b float64
		if i%2 == 0 {
			a, b = side(n), peer(m)
		} else {
			b, a = peer(m), side(n)
		}
		times, peerTimes, ratios = append(times, a), append(peerTimes, b), append(ratios, b/a)
	}
	r.Time, r.PeerTime, r.Ratio = median(times), median(peerTimes), median(ratios)
	return r
}

// repetitions returns how often a side has to do its thing for a time that can
// be measured. The first time touches memory and fills caches.
func repetitions(side Side) (n int) {
	side(1)
	for n = 1; side(n)*float64(n) < float64(minTime); n *= 2 {
	}
	return n
}

func median(x []float64) float64 {
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// Markdown writes rows as a table.
func Markdown(w io.Writer, rows []Row) {
	fmt.Fprintln(w, "| what | speed | against | its speed | ratio | target |")
	fmt.Fprintln(w, "|---|--:|---|--:|--:|--:|")
	for _, r := range rows {
		peer, ratio := "", ""
		if r.Peer != "" {
			peer, ratio = speed(r.PeerTime, r.Bytes), fmt.Sprintf("%.3g", r.Ratio)
		}
		fmt.Fprintln(w, "|", strings.Join([]string{
			r.What, speed(r.Time, r.Bytes), r.Peer, peer, ratio, r.Target,
		}, " | "), "|")
	}
}

// speed shows a time as a rate if it is one of bytes.
func speed(ns float64, bytes int) string {
	if bytes > 0 {
		return fmt.Sprintf("%.3g GB/s", float64(bytes)/ns)
	}
	return fmt.Sprintf("%.3g ns", ns)
}
