"""Tests of the module. They need hanoigen in the PATH, and Unix."""

import atexit
import contextlib
import copy
import gc
import io
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import hanoigen
from hanoigen import Scorer, check, instances

PUZZLE = {"id": 7, "n": 1, "from": "0", "to": "2", "optimum": 1}

# Answers to it, with their scores: the next answer never has the same.
SCORES = {"A C": 1, "A B\nB C": 1 / 2, "A B\nB A\nA B\nB C": 1 / 4, "A B": 0}

# Takes the judge longer than a time limit of these tests.
LONG = "A B\nB A\n" * 1_000_000


def wrong(score, count=100):
    """Returns how many of count answers get another score than their own."""
    answers = list(SCORES) * (count // len(SCORES))
    return sum(score(PUZZLE, answer) != SCORES[answer] for answer in answers)


def no_children():
    """Whether this process has no child, not even one that has ended."""
    gc.collect()
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


class Interrupted(Exception):
    pass


def interrupt(*_):
    raise Interrupted


class TestCheck(unittest.TestCase):
    def test_instances(self):
        puzzles = instances("3..4", "distance", distance="5..6", count=2, seed=7, answers=True)
        self.assertEqual([puzzle["id"] for puzzle in puzzles], [0, 1])
        self.assertEqual([result["score"] for result in check(puzzles)], [1, 1])
        with self.assertRaisesRegex(ValueError, "65"):
            instances("3..65")

    def test_check(self):
        results = check([{"n": 1, "id": "\u2028", "answer": "A C"}, {}, {"n": 1, "answer": "no\x85move"}])
        self.assertEqual([("error" in result, result.get("id")) for result in results], [(False, "\u2028"), (True, None), (False, None)])
        with self.assertRaisesRegex(ValueError, "--notation"):
            check([], "--notation", "none")

    def test_killed(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, PATH=folder):
            with open(os.open(f"{folder}/hanoigen", os.O_WRONLY | os.O_CREAT, 0o777), "w") as file:
                file.write("#!/bin/sh\nkill -9 $$\n")
            with self.assertRaisesRegex(ValueError, "status -9"):
                check([])


class TestMoves(unittest.TestCase):
    def test_moves(self):
        with tempfile.NamedTemporaryFile() as file:
            subprocess.run(["hanoigen", "-n", "2", "-f", "npy"], check=True, stdout=file)
            moves = hanoigen.moves(file.name)
            self.assertEqual(moves.tolist(), [(1, 0, 2), (2, 0, 1), (1, 2, 1)])
            with self.assertRaises(ValueError):  # it is read-only
                moves["disk"] = 1


class TestScorer(unittest.TestCase):
    def tearDown(self):
        self.assertTrue(no_children(), "a process is left")

    def test_same_as_check(self):
        puzzles = [PUZZLE, {"n": 2, "from": 0, "to": "2"}, *instances("3..5", "random", count=3), *instances(3, pegs="A,B,C,D", count=3)]
        answers = ["A D\nA B", "A C\nA B", "[[1, 0, 2]", [[1, 0, 2]], "Take disk 1 from A", ""]
        lines = [(puzzle, answer, truncated) for puzzle in puzzles for answer in answers for truncated in (False, True)]
        results = check([{**puzzle, "answer": answer, "truncated": truncated} for puzzle, answer, truncated in lines])
        with Scorer() as reward:
            for line, result in zip(lines, results):
                self.assertEqual(list(reward.result(*line).items()), list(result.items()), line)
                with contextlib.redirect_stderr(io.StringIO()) as printed:
                    self.assertEqual(reward(*line), result["score"], line)
                hint = f"{result['hint']} {result.get('skipped_line', '')}\n" if result["verdict"] in ("unparsed", "ambiguous") else ""
                self.assertEqual(printed.getvalue(), hint, line)

    def test_flags(self):
        with Scorer("--pegs", "x,y,z") as reward:
            for other in reward, pickle.loads(pickle.dumps(reward)), copy.deepcopy(reward):
                with other:
                    self.assertEqual(other(PUZZLE, "x z"), 1)

    def test_errors(self):
        with Scorer() as reward:
            for puzzle in {"n": 65}, {}, PUZZLE:
                if puzzle is not PUZZLE:
                    self.assertRaises(ValueError, reward, puzzle, "A C")
                with self.assertRaises(TypeError):
                    reward(PUZZLE, {1, 2})
                self.assertEqual(wrong(reward, 4), 0)

    def test_ended(self):
        with Scorer("--notation", "none") as reward:
            for _ in range(3):
                with self.assertRaisesRegex(RuntimeError, 'status 2: hanoigen: --notation "none": '):
                    reward(PUZZLE, "A C")

    def test_killed(self):
        with Scorer() as reward:
            self.assertEqual(wrong(reward, 4), 0)
            reward._process.kill()
            for _ in range(2):
                with self.assertRaisesRegex(RuntimeError, "status -9"):
                    wrong(reward, 4)
            reward.close()
            self.assertEqual(wrong(reward, 4), 0)

    def test_another_line(self):
        with Scorer() as reward:
            self.assertEqual(wrong(reward, 4), 0)
            reward._process.stdin.write(b'{"n": 1, "answer": ""}\n')
            with self.assertRaisesRegex(RuntimeError, "another line"):
                reward(PUZZLE, LONG)
            self.assertEqual(wrong(reward, 4), 0)

    def test_close(self):
        reward = Scorer()
        reward.close()
        for _ in range(2):
            self.assertEqual(wrong(reward, 4), 0)
            reward.close()
            self.assertTrue(no_children())

    def test_dropped(self):
        rewards = [Scorer() for _ in range(40)]
        self.assertEqual(sum(wrong(reward, 4) for reward in rewards), 0)
        del rewards  # and tearDown finds no process

    def test_interrupted(self):
        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, interrupt))
        seconds, score = 0.0001, None
        with Scorer() as reward:
            while score is None:  # the last interrupted call was about to read the reply
                with contextlib.suppress(Interrupted):
                    signal.setitimer(signal.ITIMER_REAL, seconds)
                    score = reward(PUZZLE, LONG)
                    signal.setitimer(signal.ITIMER_REAL, 0)
                self.assertEqual(wrong(reward, 8), 0)
                seconds *= 2

    def test_interrupted_group(self):
        program = (
            "import os, signal, hanoigen\n"
            "signal.signal(signal.SIGINT, lambda *_: None)\n"
            "with hanoigen.Scorer() as reward:\n"
            "    for _ in range(2):\n"
            "        assert reward({'n': 1, 'from': 0, 'to': 2}, 'A C') == 1\n"
            "        os.killpg(0, signal.SIGINT)\n"
        )
        subprocess.run([sys.executable, "-c", program], check=True, start_new_session=True)

    def test_signals(self):
        """A signal whose handler returns ends a write early. The rest follows."""
        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, lambda *_: None))
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        with Scorer() as reward:
            signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
            self.assertEqual(reward(PUZZLE, LONG + "A C"), 1 / 2_000_001)

    def test_threads(self):
        count = []
        with Scorer() as reward:
            threads = [threading.Thread(target=lambda: count.append(wrong(reward))) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(count, [0, 0, 0, 0])

    def test_forked(self):
        context = multiprocessing.get_context("fork")
        reward = Scorer()
        self.assertEqual(wrong(reward, 4), 0)
        with context.Pool(2) as pool:
            counts = pool.map_async(wrong, [reward, reward])  # pickled
            self.assertEqual(wrong(reward, 400), 0)
            self.assertEqual(counts.get(), [0, 0])
            pool.close()
            pool.join()
        # Two children and the parent, which is in a call when it forks.
        results = []
        thread = threading.Thread(target=lambda: results.append(reward(PUZZLE, LONG + "A C")))
        thread.start()
        time.sleep(0.1)
        children = []
        for _ in range(2):
            pid = os.fork()
            if pid == 0:
                count = 99
                try:
                    signal.alarm(60)
                    count = wrong(reward)
                    atexit._run_exitfuncs()  # as sys.exit does
                finally:
                    os._exit(count)
            children.append(pid)
        self.assertEqual(wrong(reward, 400), 0)
        self.assertEqual([os.waitpid(pid, 0)[1] for pid in children], [0, 0])
        thread.join()
        self.assertEqual(results, [1 / (2_000_001)])
        self.assertEqual(wrong(reward, 4), 0)
        reward.close()


if __name__ == "__main__":
    unittest.main()
