"""The archive of the image. It is an OCI layout (image-layout.md of the OCI image specification), with the one file more
that `docker load` reads: both name the same configuration and the same layer."""
import io
import json
import tarfile

import root
from layer import digest, packed

SOURCE = "https://github.com/livegamed/livegamed"

SECOND = 1_000_000_000


def configuration(layer, fields, created):
    """Returns how the image is run."""
    return {
        "created": created,
        "architecture": fields["Architecture"],
        "os": "linux",
        "config": {
            # In numbers, so that an engine sees without /etc/passwd that it is not root.
            "User": "%d:%d" % (root.USER, root.USER),
            "Env": [
                "PATH=/usr/bin",
                "STATE_DIRECTORY=" + root.STATE,
                "RUNTIME_DIRECTORY=" + root.RUNTIME,
                "CREDENTIALS_DIRECTORY=" + root.CREDENTIALS,
                # As in livegamed.service.
                "LIBDISPATCH_LOG=NO",
                "SWIFT_BACKTRACE=enable=no",
            ],
            "Entrypoint": ["/usr/bin/livegamed"],
            "Cmd": ["run", "--config", "/etc/livegamed/livegamed.yaml"],
            "WorkingDir": "/",
            "Volumes": {root.STATE: {}},
            "StopSignal": "SIGTERM",
            "Labels": labels(fields, created),
            # Docker's own member. OCI's specification has none for this, and Podman reads it only of Docker's archives.
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/livegamed", "status"],
                "Interval": 60 * SECOND, "Timeout": 15 * SECOND, "StartPeriod": 60 * SECOND, "Retries": 3,
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [digest(layer)]},
        "history": [{"created": created, "created_by": "packaging/make-image.py"}],
    }


def labels(fields, created):
    """Returns the annotations of the image."""
    names = {
        "title": "livegamed",
        "description": fields["Description"],
        "version": fields["Version"],
        "created": created,
        "licenses": "Apache-2.0",
        "vendor": "livegamed developers",
        "source": SOURCE,
        "documentation": SOURCE + "/blob/main/docs/container.md",
    }
    return {"org.opencontainers.image." + name: value for name, value in names.items()}


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def pack(layer, fields, epoch, created):
    """Returns the archive: its files by name, as one tar."""
    plain = layer.tar()
    small = packed(plain)
    config = encoded(configuration(plain, fields, created))
    manifest = encoded({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": described("application/vnd.oci.image.config.v1+json", config),
        "layers": [described("application/vnd.oci.image.layer.v1.tar+gzip", small)],
        "annotations": labels(fields, created),
    })
    # Not short: an engine would look for a short name at a public registry.
    name = "localhost/livegamed:" + fields["Version"]
    index = encoded({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [{
            **described("application/vnd.oci.image.manifest.v1+json", manifest),
            "platform": {"architecture": fields["Architecture"], "os": "linux"},
            # Podman and skopeo read the first name, containerd and Docker the second.
            "annotations": {"org.opencontainers.image.ref.name": name,
                            "io.containerd.image.name": name},
        }],
    })
    files = {blob(x): x for x in (config, manifest, small)}
    files["oci-layout"] = encoded({"imageLayoutVersion": "1.0.0"})
    files["index.json"] = index
    files["manifest.json"] = encoded([{"Config": blob(config), "RepoTags": [name], "Layers": [blob(small)]}])
    return tar(files, epoch)


def described(kind, data):
    return {"mediaType": kind, "digest": digest(data), "size": len(data)}


def blob(data):
    return "blobs/" + digest(data).replace(":", "/")


def tar(files, epoch):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in ("blobs", "blobs/sha256", *sorted(files)):
            entry = tarfile.TarInfo(name)
            entry.mtime, entry.mode = epoch, 0o644
            if name in files:
                entry.size = len(files[name])
            else:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(entry, io.BytesIO(files.get(name, b"")))
    return out.getvalue()
