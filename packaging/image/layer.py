"""The one layer of the image: a tar archive that is the same bytes for the same files, whoever makes it and where."""
import gzip
import hashlib
import io
import posixpath
import tarfile


class Layer:
    """The files of the image, by absolute path. Folders above a file are made with mode 0755 and belong to root."""

    def __init__(self, epoch):
        self.epoch, self.entries = epoch, {}

    def folder(self, path, mode=0o755, owner=0):
        self._add(path, tarfile.DIRTYPE, mode, owner)

    def file(self, path, content, mode=0o644):
        self._add(path, tarfile.REGTYPE, mode, 0, content=content)

    def link(self, path, target):
        self._add(path, tarfile.SYMTYPE, 0o777, 0, target=target)

    def _add(self, path, kind, mode, owner, content=b"", target=""):
        parent = posixpath.dirname(path)
        if parent != "/" and parent not in self.entries:
            self.folder(parent)
        known = self.entries.get(path)
        if known and (known[0].type, known[0].linkname, known[1]) != (kind, target, content):
            raise ValueError("two files at %s" % path)
        entry = tarfile.TarInfo(path.lstrip("/"))
        entry.type, entry.mode, entry.uid, entry.gid, entry.mtime = kind, mode, owner, owner, self.epoch
        entry.size, entry.linkname = len(content), target
        self.entries[path] = entry, content

    @property
    def size(self):
        """Returns the bytes of all files."""
        return sum(len(content) for _, content in self.entries.values())

    def tar(self):
        """Returns the archive, in the order of the paths, so that each folder is before its files."""
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path in sorted(self.entries):
                entry, content = self.entries[path]
                archive.addfile(entry, io.BytesIO(content))
        return out.getvalue()


def packed(data):
    """Returns the data compressed, without a name and a time. Level 9 would take twice as long, for half a percent."""
    return gzip.compress(data, 6, mtime=0)


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()
