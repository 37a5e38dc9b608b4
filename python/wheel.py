"""Makes a wheel from each PROGRAM, a hanoigen for any platform of wheels, in FOLDER. It needs the command go.

The wheel contains the program, the module hanoigen.py and the notices. It depends on nothing else, but that its
compression is Python's zlib.
"""

import argparse
import base64
import hashlib
import pathlib
import re
import subprocess
import zipfile

TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",  # what Go 1.26 requires
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}


def version_of(text):
    """Returns the version of a Go module, such as v0.1.1-0.20261231235959-0123456789ab+dirty, as PEP 440 writes it."""
    m = re.fullmatch(r"v([\d.]+)(?:-(?:0\.)?(\d{14})-([0-9a-f]{12}))?(\+dirty)?", text)
    if not m:  # built without -buildvcs
        return "0.dev0"
    number, time, commit, dirty = m.groups()
    local = ".".join(filter(None, [commit, dirty and "dirty"]))
    return number + (f".dev{time}" if time else "") + (f"+{local}" if local else "")


def make(program, notices, folder):
    """Makes the wheel of a program."""
    info = subprocess.run(["go", "version", "-m", program], check=True, capture_output=True, encoding="utf-8").stdout
    version = version_of(re.search(r"\tmod\t\S+\t(\S+)", info)[1])
    system = re.search(r"\tGOOS=(\S+)", info)[1]
    tags = TAGS[system + "/" + re.search(r"\tGOARCH=(\S+)", info)[1]]
    about = f"hanoigen-{version}.dist-info"
    files = {
        "hanoigen.py": pathlib.Path(__file__).with_name("hanoigen.py").read_bytes(),
        f"hanoigen-{version}.data/scripts/hanoigen" + (".exe" if system == "windows" else ""): program.read_bytes(),
        **{f"{about}/licenses/{notice.name}": notice.read_bytes() for notice in notices},
        f"{about}/METADATA": f"""\
Metadata-Version: 2.4
Name: hanoigen
Version: {version}
Summary: The Tower of Hanoi: all moves at the speed of memory, puzzles for language models, and verdicts on answers
Project-URL: Source, https://github.com/hanoigen/hanoi
License-Expression: MIT
Requires-Python: >=3.8
""".encode(),
        f"{about}/WHEEL": "\n".join(
            ["Wheel-Version: 1.0", "Generator: hanoigen", "Root-Is-Purelib: false"]
            + [f"Tag: py3-none-{tag}" for tag in tags.split(".")] + [""]
        ).encode(),
    }
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    name = f"hanoigen-{version}-py3-none-{tags}.whl"
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, data in files.items():
            entry = zipfile.ZipInfo(file)  # with a date of 1980
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in file else 0o100644) << 16
            wheel.writestr(entry, data)
    print(name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("programs", metavar="PROGRAM", type=pathlib.Path, nargs="+")
    parser.add_argument("--notice", metavar="FILE", type=pathlib.Path, action="append", default=[], help="a licence")
    arguments = parser.parse_args()
    for program in arguments.programs:
        make(program, arguments.notice, arguments.folder)
