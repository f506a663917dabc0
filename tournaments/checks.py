"""What `manage.py check` says about this installation's speed."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Warning

from lexicon import builds as lexicon_builds
from tournaments.engine import builds


def search_is_compiled(**_: Any) -> list[CheckMessage]:
    """Everything works without a compiler, about a hundred times slower: whoever runs a hall should know."""
    plain = lexicon_builds.uncompiled(builds.MODULES)
    if not plain:
        return []
    return [
        Warning(
            f"The search runs as plain Python, about a hundred times slower; not compiled: {', '.join(plain)}.",
            hint="Install a C compiler (on Debian and Ubuntu: apt install gcc python3-dev), then run: "
            "pip install --force-reinstall --no-deps -e .",
            id="tournaments.W001",
        )
    ]
