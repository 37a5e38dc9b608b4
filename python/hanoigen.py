"""Puzzles of the Tower of Hanoi, verdicts on their answers, and files of moves, by the command hanoigen."""

import importlib.metadata
import json
import pathlib
import subprocess
import sys


def _command():
    """Returns the program that was installed with this module, or else the one in the PATH."""
    try:
        files = importlib.metadata.files("hanoigen") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name in ("hanoigen", "hanoigen.exe") and pathlib.Path(file.locate()).is_file():
            return str(file.locate())
    return "hanoigen"


def _run(arguments, statuses, lines=()):
    """Runs the command, and returns the JSON lines that it prints. Its error is a ValueError."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run = subprocess.run([_command(), *arguments], input=text, capture_output=True, encoding="utf-8")
    if run.returncode not in statuses:
        raise ValueError(run.stderr.strip())
    return [json.loads(line) for line in run.stdout.split("\n") if line]


def instances(n, kind=None, **flags):
    """Returns puzzles as dictionaries with id, n, from, to and optimum.

    n is a number of disks, or a range such as "3..8". The other arguments are flags of `hanoigen instances`:
    kind="distance", distance="20..30", count=100, seed=7, prompt="triples", answers=True.
    """
    if kind:
        flags["kind"] = kind
    words = [f"--{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in flags.items()]
    return _run(["instances", f"--disks={n}", *words], [0])


def check(answers, *flags):
    """Returns the results of answers, in order. Both are dictionaries, as the lines of `hanoigen check --batch`.

    A result has error instead of verdict if its answer could not be judged.
    """
    return _run(["check", "--batch", *flags], [0, 1, 3], answers)


class Scorer:
    """Scores answers by one process: optimum/moves if solved, else 0. Use one object per thread."""

    def __init__(self, *flags):
        command = [_command(), "check", "--batch", *flags]
        self.run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def __call__(self, instance, answer, truncated=False):
        """Judges an answer to a puzzle of instances. Raises a ValueError if the puzzle is wrong, not the answer."""
        line = {key: instance[key] for key in ("n", "from", "to", "pegs") if key in instance}
        print(json.dumps({**line, "answer": answer, "truncated": truncated}), file=self.run.stdin, flush=True)
        text = self.run.stdout.readline()
        if not text:
            raise RuntimeError("hanoigen has ended; its message is on standard error")
        result = json.loads(text)
        if "error" in result:
            raise ValueError(result["error"])
        if result["verdict"] in ("unparsed", "ambiguous"):  # a form to ask for in the prompt, or to name by a flag
            print(result.get("hint", "no list of moves"), result.get("skipped_line", ""), file=sys.stderr)
        return result["score"]


def moves(path):
    """Returns a file of `hanoigen -f npy` as an array of NumPy that stays on the disk, with disk, from and to."""
    import numpy.lib.format  # only here: all else works without NumPy

    return numpy.lib.format.open_memmap(path, mode="r")
