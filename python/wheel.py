"""Makes a wheel in FOLDER from each PROGRAM, a hanoigen for any platform in TAGS.

A wheel contains the program, hanoigen.py and the licences. Its bytes depend only on these and Python's zlib. It needs go.
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

HERE = pathlib.Path(__file__).resolve().parent


def make(folder, name, program, info):
    """Makes the wheel of a program. info is what `go version -m` prints of it."""
    # Go's v0.1.1-0.20261231235959-0123456789ab is 0.1.1.dev20261231235959+0123456789ab here.
    m = re.search(r"\tmod\t\S+\tv([\d.]+)(?:-(?:0\.)?(\d{14})-(\w+))?", info)
    version = "0.dev0" if not m else m[1] if not m[2] else f"{m[1]}.dev{m[2]}+{m[3]}"
    tags = TAGS[re.search(r"GOOS=(\S+)", info)[1] + "/" + re.search(r"GOARCH=(\S+)", info)[1]]
    about = f"hanoigen-{version}.dist-info"
    files = {
        "hanoigen.py": (HERE / "hanoigen.py").read_bytes(),
        f"hanoigen-{version}.data/scripts/{name}": program,
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: hanoigen\nVersion: {version}\nSummary: The Tower of Hanoi\n"
        "Home-page: https://github.com/hanoigen/hanoi\nLicense: MIT\nRequires-Python: >=3.8\n".encode(),
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: hanoigen\nRoot-Is-Purelib: false\n".encode()
        + "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split(".")).encode(),
    }
    for notice in ("LICENSE", "share/hanoigen/THIRD-PARTY.txt"):  # a release has both
        path = HERE.parent / notice
        if path.exists():
            files[f"{about}/licenses/{path.name}"] = path.read_bytes()
    record = f"{about}/RECORD"
    hashes = {name: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode() for name, data in files.items()}
    rows = [f"{name},sha256={hashes[name].rstrip('=')},{len(data)}\n" for name, data in files.items()]
    files[record] = "".join([*rows, f"{record},,\n"]).encode()
    with zipfile.ZipFile(folder / f"hanoigen-{version}-py3-none-{tags}.whl", "w") as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # its date is 1980
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            wheel.writestr(entry, data)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("programs", metavar="PROGRAM", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    for program in arguments.programs:
        info = subprocess.run(["go", "version", "-m", program], check=True, capture_output=True, text=True).stdout
        make(arguments.folder, program.name, program.read_bytes(), info)
