"""Puzzles of the Tower of Hanoi, verdicts on their answers, and files of moves, by the command hanoigen."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import weakref


def _program():
    """Returns the path of the program: the one installed with this module, or else the one in the PATH."""
    folder = os.path.dirname(os.path.abspath(__file__))
    name = "hanoigen.exe" if os.name == "nt" else "hanoigen"
    places = [os.path.join(folder, "bin", name)]  # where pip install --target puts it
    for package in importlib.metadata.distributions(name="hanoigen", path=[folder]):
        places += [os.path.normpath(str(file.locate())) for file in package.files or [] if file.name == name]
    for place in places:
        if os.path.isfile(place):
            return place
    found = shutil.which("hanoigen")
    if not found:
        raise FileNotFoundError(
            f"the program hanoigen is not in the PATH, and there is no {' or '.join(places)}; "
            "install the wheel of hanoigen with pip, or put the program into the PATH"
        )
    return found


def _run(arguments, statuses, lines=()):
    """Runs the command, and returns the JSON lines that it prints. Its error is a ValueError."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run = subprocess.run([_program(), *arguments], input=text, capture_output=True, encoding="utf-8")
    if run.returncode not in statuses:
        raise ValueError(run.stderr.strip() or f"hanoigen has ended with status {run.returncode}")
    return [json.loads(line) for line in run.stdout.split("\n") if line]


def instances(n, kind=None, **flags):
    """Returns puzzles as dictionaries with id, n, from, to and optimum.

    n is a number of disks, or a range such as "3..8". The other arguments are flags of `hanoigen instances`:
    kind="distance", distance="20..30", count=100, seed=7, prompt="triples", answers=True.
    """
    if kind:
        flags["kind"] = kind
    words = [f"--{name}={value}" for name, value in flags.items()]
    return _run(["instances", f"--disks={n}", *words], [0])


def check(answers, *flags):
    """Returns the results of answers, in order. Both are dictionaries, as the lines of `hanoigen check --batch`.

    A result has error instead of verdict if its answer could not be judged.
    """
    return _run(["check", "--batch", *flags], [0, 1, 3], answers)


class Scorer:
    """Judges answers one at a time, by a process that it keeps. Its arguments are flags of `hanoigen check --batch`.

    Threads may share it. After a fork, and when it is unpickled, it begins a process of its own.
    """

    def __init__(self, *flags):
        self._flags = flags
        self._lines = 0
        self._lock = threading.Lock()
        self._process = None
        _scorers.add(self)

    def __call__(self, instance, answer, truncated=False):
        """Returns the score of an answer: optimum/moves if solved, else 0. Prints the hint if it could not be read."""
        result = self.result(instance, answer, truncated)
        if "hint" in result:  # unparsed or ambiguous: a form to ask for in the prompt, or to name by a flag
            print(result["hint"], result.get("skipped_line", ""), file=sys.stderr)
        return result["score"]

    def result(self, instance, answer, truncated=False):
        """Judges an answer to a puzzle of instances, and returns the result, as check does.

        Raises a ValueError if the puzzle is wrong, not the answer, and a RuntimeError if the process has ended.
        """
        line = {key: instance[key] for key in ("n", "from", "to", "pegs") if key in instance}
        line.update(answer=answer, truncated=truncated)
        with self._lock:
            self._lines += 1
            line["id"] = self._lines
            try:
                reply = self._ask(json.dumps(line).encode() + b"\n")
                result = json.loads(reply.partition(b"\n")[0]) if reply else None
            except BaseException:  # also a time limit or Ctrl-C: the next call must not read this reply
                self._stop()
                raise
            if result is None:
                status = self._process.wait()
                self._stderr.seek(0)
                raise RuntimeError(f"hanoigen has ended with status {status}: {self._stderr.read().decode().strip()}")
            if result.pop("id", None) != line["id"]:
                self._stop()
                raise RuntimeError("hanoigen has answered another line")
        if "error" in result:
            raise ValueError(result["error"])
        return {"id": instance["id"], **result} if "id" in instance else result

    def _ask(self, line):
        """Returns the reply to a line. It is empty if the process has ended."""
        if not self._process:
            self._start()
        try:
            while line:
                line = line[self._process.stdin.write(line) :]
        except BrokenPipeError:
            return b""
        reply = b""
        while not reply.endswith(b"\n"):
            data = self._process.stdout.read(1 << 16)
            if not data:
                return b""
            reply += data
        return reply

    def _start(self):
        self._stderr = tempfile.TemporaryFile()
        process = subprocess.Popen(
            [_program(), "check", "--batch", *self._flags],
            bufsize=0,  # a forked process must have nothing to flush
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            start_new_session=True,  # Ctrl-C is for the caller alone
        )
        self._end = weakref.finalize(self, _end, process, self._stderr)
        self._process = process

    def _stop(self):
        if self._process:
            self._end()
            self._process = None

    def close(self):
        """Ends the process. Another call begins a new one."""
        with self._lock:
            self._stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        return type(self), self._flags


def _end(process, stderr):
    with stderr, process:  # closes all, and waits
        process.kill()


_scorers = weakref.WeakSet()


def _forked():
    """Closes what belongs to the parent. A lock may be held by one of its threads."""
    for scorer in _scorers:
        scorer._lock = threading.Lock()
        if scorer._process:
            scorer._process.returncode = 0  # not a child of this process: it is neither killed nor waited for
            scorer._stop()


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_forked)


def moves(path):
    """Returns a file of `hanoigen -f npy` as an array of NumPy that stays on the disk, with disk, from and to."""
    import numpy.lib.format  # only here: all else works without NumPy

    return numpy.lib.format.open_memmap(path, mode="r")
