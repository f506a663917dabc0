"""Compiles the search and the word store where a compiler is at hand; everything works without, slower.

Each compiled module is an ordinary .py with its types in the .pxd of the same name. Rebuild after editing one
(`make setup`, or `pip install -e .`): the compiled module hides the .py.
"""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

SOURCES = sorted(
    path.with_suffix(".py")
    for folder in ("lexicon", "tournaments/engine")
    for path in Path(folder).glob("*.pxd")
)
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # hints stay Python's; the .pxd has the types
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = [Extension(".".join(source.with_suffix("").parts), [str(source)]) for source in SOURCES]
    compiled = cythonize(modules, compiler_directives=DIRECTIVES)
    for module in compiled:
        module.optional = True  # said here, as cythonize makes new extensions that forget it
    return compiled


class OptionalBuild(build_ext):
    """Where no compiler is found at all, as where it fails: the module stays plain Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except OSError as error:
            raise CompileError(str(error)) from error


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuild})
