"""What the service shares: a cache that outlives Redis, and static files under names that last."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from duplicato.shared_cache import SharedCache
from tests.serving.processes import free_port

IMPORT = re.compile(r"""(?:from|import)\s*["'](\.[^"']+)["']""")
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture
def lonely(monkeypatch: pytest.MonkeyPatch) -> SharedCache:
    """A cache whose Redis is not there."""
    monkeypatch.setattr(SharedCache, "_away_until", 0.0)
    return SharedCache(f"redis://127.0.0.1:{free_port()}/0", {"OPTIONS": {"socket_connect_timeout": 0.5}})


def test_without_redis_a_process_remembers_for_itself(lonely: SharedCache) -> None:
    assert lonely.get("rate", 0) == 0
    assert lonely.add("rate", 1) is True
    assert (lonely.incr("rate"), lonely.get("rate")) == (2, 2)
    lonely.set("page", "<p>")
    assert lonely.get_many(["page", "rate", "nothing"]) == {"page": "<p>", "rate": 2}
    lonely.clear()
    assert lonely.get("page") is None


def test_modules_import_each_other_under_their_lasting_names(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "duplicato.static_files.HashedStaticFiles"},
    }
    others = ("admin", "rest_framework", "drf_spectacular_sidecar")
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[f"{name}*" for name in others])
    modules = [path for path in (tmp_path / "js").rglob("*.js") if HASHED.search(path.name)]
    imports = [(path, name) for path in modules for name in IMPORT.findall(path.read_text(encoding="utf-8"))]
    assert len(imports) > 10
    assert [(path.name, name) for path, name in imports if not HASHED.search(name)] == []
    assert [(path.name, name) for path, name in imports if not (path.parent / name).is_file()] == []
