package answer

import (
	"encoding/json"
	"strings"
)

// List judges an answer that is a list by itself: the JSON text of an array of
// triples [1,0,2], of pairs ["A","C"], of objects {"disk":1,"from":0,"to":2}, or of
// strings that are lines of an answer. Its places are indexes into the array. The lines
// of strings are read as by Answer, but never as a binary notation; other elements show
// their notation themselves, whatever o.Notation says. The result and the error are as
// Answer's.
func (j *Judge) List(p Problem, o Options, list []byte) (Result, error) {
	if err := j.start(p, o, list); err != nil {
		return Result{}, err
	}
	if j.o.Notation >= Packed {
		j.o.Notation = Auto
	}
	inStrings := at(list, blank(list, blank(list, 0)+1)) == '"'
	if inStrings {
		j.strings(list)
	} else {
		j.o.Notation = Auto
		j.arrays()
	}
	r := j.result()
	if r.Verdict == Illegal {
		r.InList = true
		if r.Index = int(r.Legal); inStrings {
			r.Index = r.Line - 1
		}
		r.Line, r.Offset = 0, 0
	}
	return r, nil
}

// arrays reads a list of triples, objects or pairs, which has to be the whole text.
func (j *Judge) arrays() {
	b := j.text
	if j.emptyList() {
		return
	}
	start := blank(b, 0)
	if at(b, start) != '[' {
		return
	}
	next := j.bracket(start)
	if j.lists == 1 && !j.best.open && blank(b, next) == len(b) {
		return
	}
	j.read((*Judge).pairArrays)
}

// pairArrays reads a list of pairs, which has to be the whole text.
func (j *Judge) pairArrays() {
	b := j.text
	j.begin(Pairs)
	for i := blank(b, 0); ; {
		r, next, f := j.pairArray(blank(b, i+1)) // after [ or a comma
		if f != whole {
			return
		}
		j.play(&r)
		switch i = blank(b, next); at(b, i) {
		case ',':
		case ']':
			if blank(b, i+1) == len(b) {
				j.end(false)
			}
			return
		default:
			return
		}
	}
}

// pairArray reads [from, to] at i.
func (j *Judge) pairArray(i int) (r record, next int, f found) {
	b := j.text
	r.noDisk, r.start = true, i
	for k, p := range []*place{&r.from, &r.to} {
		if at(b, i) != "[,"[k] {
			return r, i, none
		}
		if *p, i, f = j.jsonPlace(blank(b, i+1)); f != whole {
			return r, i, f
		}
		i = blank(b, i)
	}
	if at(b, i) != ']' {
		return r, i, none
	}
	r.end = i + 1
	return r, i + 1, whole
}

// strings reads lines that are elements of a list, if all are strings.
func (j *Judge) strings(list []byte) {
	var lines []string
	if json.Unmarshal(list, &lines) != nil {
		return
	}
	j.lines = j.lines[:0]
	for _, l := range lines {
		j.lines = append(j.lines, strings.ReplaceAll(l, "\n", " ")...)
		j.lines = append(j.lines, '\n')
	}
	j.setText(j.lines)
	j.find()
}
