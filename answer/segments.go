package answer

import (
	"bytes"
	"regexp"
	"slices"
)

// thinking and final are the tags that cut an answer into segments.
var (
	thinking = regexp.MustCompile(`(?i)<(/?)\s*(?:think|thinking|reasoning)\s*>`)
	final    = regexp.MustCompile(`(?i)<(/?)\s*answer\s*>`)
)

// find reads the segments of an answer in turn, and returns the lists of the first that has some: the answer elements
// behind the last closing tag of thinking, from the last on, and all that is there; only if that is blank, what is before it.
func (r *reader) find(text []byte) []run {
	start, end := 0, len(text)
	for _, tag := range thinking.FindAllSubmatchIndex(text, -1) {
		before := bytes.TrimRight(text[start:tag[0]], "> \t")
		switch closing := tag[2] < tag[3]; {
		case closing:
			start, end = tag[1], len(text)
		case end == len(text) && at(before, len(before)-1) < ' ': // it begins a line, and may never end
			end = tag[0]
		}
	}
	if start > 0 && isBlank(text[start:end]) {
		start, end = 0, start
	}
	stop := end
	for _, tag := range slices.Backward(final.FindAllSubmatchIndex(text[start:end], -1)) {
		if opening := tag[2] == tag[3]; opening {
			if lists := r.segment(text, start+tag[1], stop); len(lists) > 0 {
				return lists
			}
		}
		stop = start + tag[0]
	}
	return r.segment(text, start, end)
}

// emptyList is a list without moves.
var emptyList = regexp.MustCompile(`^[\s>]*(?:\x60{3}\w*\s*)?(?:\w+\s*=\s*)?\[\s*\]\s*(?:\x60{3})?\s*$`)

// segment reads the lists of text[start:end].
func (r *reader) segment(text []byte, start, end int) []run {
	r.text, r.end = text, end
	r.columns, r.called = "", r.called[:0]
	r.segments++
	r.gatherer = gatherer{moves: r.moves[:0], notes: r.notes[:0], enough: r.enough, disks: r.disks}
	for i := start; i < end; {
		next := i + 1 + bytes.IndexByte(text[i:min(end, i+mostLike)], '\n')
		if m, known := r.recall(i, next); known {
			r.moves = append(r.moves, m)
		} else {
			next = r.readLine(i)
		}
		i = next
	}
	lists := r.lists()
	if len(lists) == 0 && end-start < 200 && emptyList.Match(text[start:end]) {
		lists = []run{{notation: asTriples}}
	}
	return lists
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }
