"""A wall clock that a test can step under running processes.

stepped_clock.c is compiled and preloaded. libfaketime, which Debian packages, was tried first: it also bends the waits
of threads, and the embedded worker stood still under it.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("stepped_clock.c")


class WallClock:
    """Processes started with its environment read the time of day through it; their monotonic clock is left alone."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._library = folder / "stepped_clock.so"
        self.step(0)
        compiler = shutil.which("cc")
        assert compiler, "a C compiler is needed to step the clock: apt install gcc"
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(self._library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True, timeout=60)

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "DUPLICATO_TEST_CLOCK": str(self._file)}

    def step(self, seconds: int) -> None:
        """From now on the clock is so many seconds off the true one."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("=q", seconds))
