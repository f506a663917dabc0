"""Two builds of one source: which modules are compiled, and how to get the plain ones beside them.

A compiled module hides the .py of the same name. Tests and benchmarks compare both, so they load the .py too.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

# In the order in which they import each other.
MODULES = ("lexicon.store", "lexicon.overlay")


def is_compiled(module: ModuleType) -> bool:
    return not (module.__file__ or "").endswith(".py")


def uncompiled(names: Sequence[str]) -> list[str]:
    """Those of the modules that run as plain Python here."""
    return [name for name in names if not is_compiled(import_module(name))]


def load_plain(names: Sequence[str]) -> dict[str, ModuleType]:
    """The modules as plain Python, importing one another; `sys.modules` is left as it was."""
    hidden = {name: sys.modules.pop(name, None) for name in names}
    try:
        return {name: _load(name) for name in names}
    finally:
        for name, module in hidden.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module


def _load(name: str) -> ModuleType:
    package = import_module(name.rpartition(".")[0])
    path = Path(package.__path__[0]) / f"{name.rpartition('.')[2]}.py"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded.")
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
