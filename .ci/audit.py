"""Known vulnerabilities of what is installed, where the package index can be asked; elsewhere it says so."""

import json
import subprocess
import sys
import tempfile
from typing import Any

# An index that knows of nothing here is a mirror without that data: its silence about the rest means nothing.
NOTORIOUS = "Django==2.2.0"


def audit(*options: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "pip_audit", "--progress-spinner=off", "--format=json", *options]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603
    packages: list[dict[str, Any]] = json.loads(run.stdout)["dependencies"]
    return packages


def index_knows() -> bool:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as probe:
        probe.write(NOTORIOUS + "\n")
        probe.flush()
        return any(package.get("vulns") for package in audit("--no-deps", "--disable-pip", "-r", probe.name))


def main() -> int:
    try:
        packages = audit("--skip-editable") if index_knows() else None
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        packages = None
    if packages is None:
        print("pip-audit: the index here does not answer about vulnerabilities; nothing was checked.")  # noqa: T201
        return 0
    known = [(package, found) for package in packages for found in package.get("vulns", [])]
    for package, found in known:
        print(f"{package['name']} {package['version']}: {found['id']}")  # noqa: T201
    print(f"pip-audit: {len(packages)} packages, {len(known)} known vulnerabilities.")  # noqa: T201
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main())
