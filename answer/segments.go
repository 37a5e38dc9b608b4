package answer

import (
	"bytes"
	"regexp"
)

// thinking and final are the tags that cut an answer into segments.
var (
	thinking = regexp.MustCompile(`(?i)<(/?)\s*(?:think|thinking|reasoning)\s*>`)
	final    = regexp.MustCompile(`(?i)<(/?)\s*answer\s*>`)
)

// find reads the segment that counts, and returns its lists: what is behind the last closing
// tag of thinking if a list is there, else what is before it; in that, the last answer element
// with a list, else all of it.
func (r *reader) find(text []byte) []list {
	var tags [][]int
	if bytes.IndexByte(text, '<') >= 0 {
		tags = thinking.FindAllSubmatchIndex(text, -1)
	}
	end := len(text)
	closed := none
	for _, t := range tags {
		if t[2] < t[3] {
			closed = t[1]
			end = len(text)
		} else if end == len(text) && len(bytes.TrimSpace(text[max(closed, lineStart(text, t[0])):t[0]])) == 0 {
			end = t[0] // this thinking may never end
		}
	}
	if closed >= 0 {
		if lists := r.answers(text, closed, end); len(lists) > 0 || len(bytes.TrimSpace(text[closed:end])) > 0 {
			return lists
		}
		return r.answers(text, 0, closed)
	}
	return r.answers(text, 0, end)
}

// answers reads the last answer element with a list in text[start:end], or all of it.
func (r *reader) answers(text []byte, start, end int) []list {
	part := text[start:end]
	if bytes.IndexByte(part, '<') >= 0 {
		tags := final.FindAllSubmatchIndex(part, -1)
		for i := len(tags) - 1; i >= 0; i-- {
			if tags[i][2] < tags[i][3] {
				continue
			}
			stop := len(part)
			if i+1 < len(tags) {
				stop = tags[i+1][0]
			}
			if lists := r.segment(text, start+tags[i][1], start+stop); len(lists) > 0 {
				return lists
			}
		}
	}
	return r.segment(text, start, end)
}

var emptyList = regexp.MustCompile(`^\s*(?:\x60{3}\w*\s*)?(?:\w+\s*=\s*)?\[\s*\]\s*(?:\x60{3})?\s*$`)

// segment reads the lists of text[start:end]. [] and nothing else is a list without moves.
func (r *reader) segment(text []byte, start, end int) []list {
	r.read(text, start, end)
	lists := r.lists()
	if len(lists) == 0 && end-start < 200 && emptyList.Match(text[start:end]) {
		lists = []list{{family: "triples"}}
	}
	return lists
}
