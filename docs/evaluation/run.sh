#!/bin/sh
# From instances to a table of results: sh docs/evaluation/run.sh
# It takes hanoigen from the path, and answers with student.py instead of a model.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

hanoigen instances --seed 7 --count 600 -n 3..8 --prompt triples > "$work/instances.jsonl"
python3 "$here/student.py" < "$work/instances.jsonl" > "$work/answers.jsonl"
status=0
hanoigen check --batch "$work/answers.jsonl" > "$work/results.jsonl" || status=$?
[ "$status" -le 1 ] # 1: some are not solved; more: an error
python3 "$here/table.py" "$work/answers.jsonl" "$work/results.jsonl"
