"""Prints a table of the results of `hanoigen check --batch`, by the number of disks."""

import argparse
import collections
import json
import sys

VERDICTS = ["solved", "illegal", "truncated", "unfinished", "unparsed", "ambiguous"]


def lines(name):
    with open(name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("answers", metavar="ANSWERS")
parser.add_argument("results", metavar="RESULTS")
files = parser.parse_args()
try:
    pairs = zip(lines(files.answers), lines(files.results), strict=True)
except OSError as error:
    sys.exit(error)

groups = collections.defaultdict(list)
for answer, result in pairs:
    assert answer["id"] == result["id"]  # one result per line, in order
    if "error" in result:
        sys.exit(f"{answer['id']}: {result['error']}")
    groups[answer["n"]].append(result)

print("| disks | answers | " + " | ".join(VERDICTS) + " | optimal | score | skipped |")
print("|------:|--------:|" + "|".join("-" * (len(v) + 1) + ":" for v in VERDICTS) + "|--------:|------:|--------:|")
for n, results in sorted(groups.items()) + [("all", sum(groups.values(), []))]:
    count = collections.Counter(result["verdict"] for result in results)
    optimal = sum(result["score"] == 1 for result in results)
    score = sum(result["score"] for result in results) / len(results)
    skipped = sum(result["verdict"] != "solved" and result.get("skipped", 0) > 0 for result in results)
    cells = [f"{n:>5}", f"{len(results):>7}", *(f"{count[v]:>{len(v)}}" for v in VERDICTS)]
    print("| " + " | ".join(cells) + f" | {optimal:>7} | {score:>5.3f} | {skipped:>7} |")
