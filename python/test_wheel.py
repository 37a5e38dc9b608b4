"""Compares wheels with what they must contain, and installs one as people do. It needs go, and hanoigen in the PATH."""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import zipfile

import wheel

ROOT = wheel.HERE.parent
COMMIT = "v0.1.1-0.20261231235959-0123456789ab"

NAMES = """\
hanoigen-0.0.0.dev20261231235959+0123456789ab-py3-none-win_arm64.whl
hanoigen-0.1.0-py3-none-macosx_12_0_arm64.whl
hanoigen-0.1.0-py3-none-macosx_12_0_x86_64.whl
hanoigen-0.1.0-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl
hanoigen-0.1.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64.whl
hanoigen-0.1.0-py3-none-win_amd64.whl
hanoigen-0.1.0-py3-none-win_arm64.whl
hanoigen-0.dev0-py3-none-win_arm64.whl"""

CONTENT = """\
-rw-r--r-- hanoigen.py
the module
-rwxr-xr-x hanoigen-0.1.1.dev20261231235959+0123456789ab.data/scripts/hanoigen
the program
-rw-r--r-- hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/METADATA
Metadata-Version: 2.1
Name: hanoigen
Version: 0.1.1.dev20261231235959+0123456789ab
Summary: The Tower of Hanoi
Home-page: https://github.com/hanoigen/hanoi
License: MIT
Requires-Python: >=3.8
-rw-r--r-- hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/WHEEL
Wheel-Version: 1.0
Generator: hanoigen
Root-Is-Purelib: false
Tag: py3-none-manylinux_2_17_x86_64
Tag: py3-none-manylinux2014_x86_64
Tag: py3-none-musllinux_1_1_x86_64
-rw-r--r-- hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/licenses/LICENSE
the licence
-rw-r--r-- hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/licenses/THIRD-PARTY.txt
the licences of others
-rw-r--r-- hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/RECORD
hanoigen.py,sha256=10QaBjD9uE-aDKbjmZO6fW1aN-Eq710nY5sOnpksgPE,11
hanoigen-0.1.1.dev20261231235959+0123456789ab.data/scripts/hanoigen,sha256=Ih3Zp1lw2wd7hvikt6PqlkXa2MUy4n-Mrg-9lAZ0-g8,12
hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/METADATA,sha256=vAhAEeF9hyhMam1kbvirDwAsT-Uoa_i1hXGdRQrV4f0,192
hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/WHEEL,sha256=qI4wsfxbeilCi6VP751QQGJSAApRI4FKJ0dFNDzE588,168
hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/licenses/LICENSE,sha256=3N7OMai4V_JZfBxHepd65Qu-5UYzx_GzvJlyvhmk0cM,12
hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/licenses/THIRD-PARTY.txt,sha256=B-wTdKT9d2f6VI7SE5354lD4s0SEPkT3zzFuMzqSyaY,23
hanoigen-0.1.1.dev20261231235959+0123456789ab.dist-info/RECORD,,
"""


def info(version, system, architecture):
    return f"hanoigen: go1.26.0\n\tmod\tgithub.com/hanoigen/hanoi\t{version}\t\n\tbuild\tGOARCH={architecture}\n\tbuild\tGOOS={system}\n"


def run(command, folder, **environment):
    """Runs a command or a line of bash, and returns what it prints."""
    if isinstance(command, str):
        command = ["bash", "-ec", command]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    if done.returncode:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}")
    return done.stdout


class Content(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.enterContext(unittest.mock.patch.object(wheel, "HERE", self.root / "python"))
        for name, text in {
            "python/hanoigen.py": "the module\n",
            "LICENSE": "the licence\n",
            "share/hanoigen/THIRD-PARTY.txt": "the licences of others\n",
        }.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)

    def test_names(self):
        for platform in "linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64":
            wheel.make(self.root, "hanoigen", b"", info("v0.1.0", *platform.split("/")))
        for version in "v0.0.0-20261231235959-0123456789ab", "(devel)":
            wheel.make(self.root, "hanoigen", b"", info(version, "windows", "arm64"))
        self.assertEqual("\n".join(sorted(path.name for path in self.root.glob("*.whl"))), NAMES)

    def test_content(self):
        wheel.make(self.root, "hanoigen", b"the program\n", info(COMMIT, "linux", "amd64"))
        [path] = self.root.glob("*.whl")
        content = ""
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                content += f"{stat.filemode(entry.external_attr >> 16)} {entry.filename}\n{archive.read(entry).decode()}"
        self.assertEqual(content, CONTENT)


def block(page, pattern):
    """Returns the indented blocks of a page that begin with a pattern."""
    return "".join(re.findall(rf"^    (?:{pattern}).*\n(?:    .*\n)*", page, re.MULTILINE))


class Installed(unittest.TestCase):
    """Each install runs its own program, and not the one in the PATH, which fails."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.venv = cls.folder / "venv"
        run([sys.executable, "-m", "venv", cls.venv], cls.folder)
        page = (ROOT / "docs/evaluation.md").read_text()
        path = f"{cls.venv}/bin:{os.environ['PATH']}"
        run(block(page, "go build").replace("/tmp", str(cls.folder)), ROOT, PATH=path)
        [cls.wheel] = cls.folder.glob("*.whl")
        cls.elsewhere = cls.folder / "elsewhere"
        cls.elsewhere.mkdir()
        (cls.elsewhere / "hanoigen").write_text("#!/bin/sh\nexit 9\n")
        (cls.elsewhere / "hanoigen").chmod(0o777)

    def setUp(self):
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def python(self, python, *arguments, path="/"):
        return run([python, *arguments], self.work, PATH=str(self.elsewhere), PYTHONPATH=str(path))

    def doctest(self, python, page, path="/"):
        shutil.copy(ROOT / "docs" / page, self.work)
        self.python(python, "-m", "doctest", page, path=path)

    def install(self, option):
        """Installs the wheel, and returns the folder of the module."""
        run([self.venv / "bin/pip", "install", "-q", "--no-index", "--ignore-installed", option, self.work / "place", self.wheel], self.work)
        [module] = self.work.glob("place/**/hanoigen.py")
        return module.parent

    def test_environment(self):
        run([self.venv / "bin/pip", "check"], self.work)
        self.doctest(self.venv / "bin/python", "evaluation.md")

    def test_target(self):
        run(block((ROOT / "docs/data.md").read_text(), "hanoigen|for"), self.work)
        self.doctest(sys.executable, "data.md", self.install("--target"))

    def test_prefix(self):
        self.doctest(sys.executable, "evaluation.md", self.install("--prefix"))

    def test_not_installed(self):
        (self.elsewhere / "hanoigen").rename(self.work / "hanoigen")
        self.addCleanup((self.work / "hanoigen").rename, self.elsewhere / "hanoigen")
        for place, program in (self.wheel, self.wheel / "bin/hanoigen"), (wheel.HERE, wheel.HERE / "bin/hanoigen"):
            with self.assertRaises(AssertionError) as caught:
                self.python(sys.executable, "-c", "import hanoigen; hanoigen.instances(3)", path=place)
            self.assertIn("FileNotFoundError: the program hanoigen is not in the PATH, and there is no ", str(caught.exception))
            self.assertIn(f"{program}", str(caught.exception))
            self.assertIn("; install the wheel of hanoigen with pip, or put the program into the PATH", str(caught.exception))

    def test_duckdb(self):
        try:
            import duckdb
        except ImportError as error:
            self.skipTest(f"NOT RUN: {error}")
        page = (ROOT / "docs/data.md").read_text()
        run(block(page, "hanoigen|for"), self.work)
        os.chdir(self.work)
        self.addCleanup(os.chdir, wheel.HERE)
        for query, want in re.findall(r"^    (SELECT [^;]*;) +-- (.*)$", page, re.MULTILINE):
            self.assertEqual(" ".join(map(str, duckdb.sql(query).fetchone())), want, query)


if __name__ == "__main__":
    unittest.main()
