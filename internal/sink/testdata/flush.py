"""A FUSE file system with a buffer for each handle. Syncing succeeds, but when a handle that was
written through is closed, its buffer is lost and the close fails.

usage: flush.py FOLDER"""

import errno
import itertools
import stat
import sys

from fusepy import FUSE, FuseOSError, Operations


class Buffered(Operations):
    sizes = {}
    written = set()  # the handles with a buffer
    handles = itertools.count(1)

    def getattr(self, path, handle=None):
        if path == "/":
            return {"st_mode": stat.S_IFDIR | 0o755, "st_nlink": 2}
        if path not in self.sizes:
            raise FuseOSError(errno.ENOENT)
        return {"st_mode": stat.S_IFREG | 0o644, "st_nlink": 1, "st_size": self.sizes[path]}

    def create(self, path, mode, info=None):
        self.sizes[path] = 0
        return next(self.handles)

    def open(self, path, flags):
        return next(self.handles)

    def write(self, path, data, offset, handle):
        self.sizes[path] = max(self.sizes[path], offset + len(data))
        self.written.add(handle)
        return len(data)

    def truncate(self, path, length, handle=None):
        self.sizes[path] = length

    def fsync(self, path, datasync, handle):
        return 0

    def flush(self, path, handle):
        if handle in self.written:
            raise FuseOSError(errno.EIO)


FUSE(Buffered(), sys.argv[1], foreground=True)
