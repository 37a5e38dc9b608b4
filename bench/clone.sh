#!/usr/bin/env bash
# Writes the moves of 40 disks to a new file system whose files share blocks, and takes all
# away again:
#
#	clone.sh HANOIGEN FOLDER MKFS…
#
# It prints the time in µs, until the file is on the disk, and the bytes that it takes. The
# file system is in a sparse file in the folder.
set -euo pipefail
hanoigen=$1
work=$(mktemp -d -p "$2")
device=

clean() { # what is still mounted stays
	! mountpoint -q "$work/mounted" || umount "$work/mounted"
	[ -z "$device" ] || losetup --detach "$device"
	rm -rf --one-file-system "$work"
}
trap clean EXIT

now() { echo "${EPOCHREALTIME/[.,]/}"; }

free() { # in bytes, once all is written
	sync -f "$work/mounted"
	df --output=avail -B1 "$work/mounted" | tail -n 1
}

truncate -s 32G "$work/image"
"${@:3}" "$work/image" >/dev/null
# Past the page cache, or what is written to the image competes with it for memory.
device=$(losetup --find --show --direct-io=on "$work/image")
mkdir "$work/mounted"
mount "$device" "$work/mounted"
cd "$work/mounted"

before=$(free) start=$(now)
"$hanoigen" -n 40 -o f
written=$(now) after=$(free)
cd /
echo "$((written - start)) $((before - after))"
