#!/usr/bin/env bash
# Tests output to real file systems on loop devices. It needs root and loop devices, and
# installs the programs that make file systems. Then a test that cannot mount fails.
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
