#!/usr/bin/env bash
# The tests of output to real file systems, on loop devices. It needs root and
# loop devices; it installs what makes file systems. With both, a test that
# cannot mount fails.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(id -u)" != 0 ] || [ ! -e /dev/loop-control ]; then
	echo "NOT RUN: output to xfs, btrfs, ext4 and tmpfs: this takes root and loop devices"
	exit 0
fi
missing=()
for tool in mkfs.xfs:xfsprogs mkfs.btrfs:btrfs-progs mkfs.ext4:e2fsprogs mount:mount; do
	command -v "${tool%:*}" >/dev/null || missing+=("${tool#*:}")
done
if [ "${#missing[@]}" -gt 0 ]; then
	apt-get update -q && apt-get install -qy "${missing[@]}"
fi
HANOI_REQUIRE_MOUNTS=1 go test -count=1 -run '^TestFileSystems$' -v ./internal/sink
