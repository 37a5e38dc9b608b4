"""Answers instances as a model might: a stand-in, to try an evaluation without one.

Reads lines of `hanoigen instances --prompt triples` and writes lines for
`hanoigen check --batch`. Replace ask() by a call of your model.
"""

import json
import random
import sys

LIMIT = 80  # moves that fit in an answer


def solution(start, goal):
    """The solution that people find: largest disk first, which is not always shortest."""
    n = len(start)
    pegs = {n - i: int(peg) for i, peg in enumerate(start)}
    moves = []

    def bring(disk, to):
        at = pegs[disk]
        if at != to:
            for smaller in range(disk - 1, 0, -1):
                bring(smaller, 3 - at - to)
            moves.append([disk, at, to])
            pegs[disk] = to

    for i, peg in enumerate(goal):
        bring(n - i, int(peg))
    return moves


def ask(instance):
    """Returns an answer, and whether it was cut off."""
    chance = random.Random(instance["id"])  # the same every time
    moves = solution(instance["from"], instance["to"])
    if chance.random() < 0.03:
        return "I am sorry, but this puzzle is too hard for me.", False
    if chance.random() < 0.05:
        moves.pop()
    for move in moves:  # the longer, the likelier a slip
        if chance.random() < 0.004:
            move[2] = chance.randrange(3)
    cut = len(moves) > LIMIT
    text = ", ".join(map(str, moves[:LIMIT])) + (", [" if cut else "")
    return "I move the largest disk first.\n\n<answer>[" + text + ("" if cut else "]</answer>\n"), cut


for line in sys.stdin:
    instance = json.loads(line)
    answer, cut = ask(instance)
    task = {key: instance[key] for key in ("id", "n", "from", "to", "pegs") if key in instance}
    print(json.dumps({**task, "answer": answer, "truncated": cut}))
