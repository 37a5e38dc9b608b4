# Writes the moves of 40 disks to a file, and prints the time in ns until they are on the disk.
# The arguments are a command that makes the file system, which must share blocks. The file
# system is in a sparse file in the working folder, and is removed at the end.
set -euo pipefail
work=$(mktemp -d -p "$PWD")
device=

clean() { # removes nothing if the file system cannot be unmounted
	cd /
	! mountpoint -q "$work/mounted" || umount "$work/mounted"
	[ -z "$device" ] || losetup --detach "$device"
	rm -rf --one-file-system "$work"
}
trap clean EXIT

now() { echo "${EPOCHREALTIME/[.,]/}"; } # in µs

free() { # in bytes, once everything is written
	sync -f "$work/mounted"
	df --output=avail -B1 "$work/mounted" | tail -n 1
}

truncate -s 32G "$work/image"
"$@" "$work/image" >&2
# Without direct I/O, the image would compete with the file for the page cache.
device=$(losetup --find --show --direct-io=on "$work/image")
mkdir "$work/mounted"
mount "$device" "$work/mounted"

before=$(free) start=$(now)
hanoigen -n 40 -o "$work/mounted/f"
took=$((($(now) - start) * 1000)) used=$((before - $(free)))
if ((used > 256 << 20)); then
	echo "the file takes $used bytes of disk, more than 256 MiB" >&2
	exit 1
fi
echo $took
