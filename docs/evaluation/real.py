"""Prints a table of real answers, by model: reasoning-gym's scores, and ours for the whole responses.

FILE has JSON lines, plain or gzipped, of answers to reasoning-gym's tower_of_hanoi: id
(difficulty/model/number), n, pegs (their number), from, to (numbers from 0), answer (the whole
response), score (what reasoning-gym gave). It takes hanoigen from the path.
"""

import argparse
import collections
import gzip
import json
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("file", metavar="FILE")
name = parser.parse_args().file
try:
    with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="utf-8") as file:
        answers = [json.loads(line) for line in file]
    tasks = []
    for a in answers:
        pegs = ",".join(str(peg + 1) for peg in range(a["pegs"]))
        tasks.append({**{key: a[key] for key in ("id", "n", "from", "to", "answer")}, "pegs": pegs})
    run = subprocess.run(
        ["hanoigen", "check", "--batch"], input="\n".join(map(json.dumps, tasks)), capture_output=True, text=True
    )
except OSError as error:  # no such file, or no hanoigen in the path
    sys.exit(error)
if run.returncode > 1:
    sys.exit(run.stderr)
results = [json.loads(line) for line in run.stdout.splitlines()]

groups = collections.defaultdict(list)
for a, result in zip(answers, results, strict=True):
    assert a["id"] == result["id"]  # one result per line, in order
    pegs = "3 pegs" if a["pegs"] == 3 else "4 pegs and more"
    for group in ((a["id"].split("/")[1], pegs), ("all", pegs)):
        groups[group].append((a["score"], result))

print("| model | pegs | answers | solved by their score | solved by ours | their score | ours |")
print("|---|---|--:|--:|--:|--:|--:|")
for (model, pegs), rows in sorted(groups.items(), key=lambda group: (group[0][1], group[0][0] == "all", group[0][0])):
    theirs = [score for score, _ in rows]
    ours = [result["score"] for _, result in rows]
    solved = sum(score > 0.05 for score in theirs)  # 0.05: legal, and not solved
    print(
        f"| {model} | {pegs} | {len(rows)} | {solved} | {sum(score > 0 for score in ours)} "
        f"| {sum(theirs) / len(rows):.3f} | {sum(ours) / len(rows):.3f} |"
    )
