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

// Compare measures call against peer; each writes bytes bytes.
func Compare(what string, bytes int, call func(), peerName string, peer func(), target string) Row {
	r := Row{What: what, Bytes: bytes, Peer: peerName, Target: target}
	if !Only.MatchString(what) {
		return r
	}
	n, pairs := repetitions(call, peer)
	var times, peerTimes, ratios []float64
	for i := range pairs {
		var a, b float64
		if i%2 == 0 {
			a, b = duration(call, n), duration(peer, n)
		} else {
			b, a = duration(peer, n), duration(call, n)
		}
		times, peerTimes, ratios = append(times, a), append(peerTimes, b), append(ratios, b/a)
	}
	r.Time, r.PeerTime, r.Ratio = median(times), median(peerTimes), median(ratios)
	return r
}

// repetitions returns how many calls make one side of a pair, and how many pairs
// fit into the time.
func repetitions(calls ...func()) (n, p int) {
	n, p = 1, pairs
	for _, call := range calls {
		call() // touches memory, fills caches
	}
	for _, call := range calls {
		for duration(call, n)*float64(n) < float64(minTime) {
			n *= 2
		}
	}
	t := 0.0
	for _, call := range calls {
		t += duration(call, n) * float64(n)
	}
	return n, min(p, max(5, int(float64(maxTime)/t)))
}

// duration returns the time of one of n calls in ns.
func duration(call func(), n int) float64 {
	start := time.Now()
	for range n {
		call()
	}
	return float64(time.Since(start)) / float64(n)
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
		if r.Time == 0 {
			continue // not asked for
		}
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
