"""Prints a table of real answers by model: reasoning-gym's scores, and ours for the whole responses.

A FILE is a tower_of_hanoi.json of github.com/open-thought/reasoning-gym-eval; the name of its folder's folder is the model
and a time. All its responses are judged. The question says n, the pegs, from and to, which the responses count from 1.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

from hanoigen import check

QUESTION = re.compile(r"with (\d+) disks and (\d+) pegs.\s+Move all disks from Peg (\d+) to Peg (\d+)")

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("files", metavar="FILE", type=pathlib.Path, nargs="+")
models, theirs, tasks = [], [], []
for file in parser.parse_args().files:
    try:
        items = json.loads(file.read_text(encoding="utf-8"))["results"]
    except OSError as error:
        sys.exit(error)
    for item in items:
        n, pegs, start, goal = map(int, QUESTION.search(item["question"]).groups())
        task = {"n": n, "from": start - 1, "to": goal - 1, "pegs": ",".join(str(peg + 1) for peg in range(pegs))}
        for response in item["completions"]:
            models.append(file.resolve().parts[-3].rsplit("_", 2)[0])
            theirs.append(response["score"])
            tasks.append({**task, "answer": response["full_model_response"]})

groups = collections.defaultdict(list)
for model, score, result in zip(models, theirs, check(tasks)):
    for group in ((0, model), (1, "all")):
        groups[group].append((score, result["score"]))

print("| model | answers | solved by their score | solved by ours | their score | ours |")
print("|---|--:|--:|--:|--:|--:|")
for (_, model), scores in sorted(groups.items()):
    solved = sum(score > 0.05 for score, _ in scores)  # 0.05: legal, and not solved
    ours = sum(score > 0 for _, score in scores)
    means = [sum(column) / len(scores) for column in zip(*scores)]
    print(f"| {model} | {len(scores)} | {solved} | {ours} | {means[0]:.3f} | {means[1]:.3f} |")
