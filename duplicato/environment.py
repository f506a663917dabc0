"""The variables the product reads, checked once, each mistake named in a sentence."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError


@dataclass(frozen=True, slots=True)
class Environment:
    data_dir: Path
    secret_key: str
    debug: bool
    database_url: str
    redis_url: str
    allowed_hosts: list[str]
    public_url: str
    time_zone: str
    # Addresses or networks whose X-Forwarded-* headers are believed.
    trusted_proxies: list[str]
    # Who shows it may read /metrics from anywhere; without one only this machine may.
    metrics_token: str

    @property
    def is_embedded(self) -> bool:
        """One process on SQLite with the in-process broker."""
        return self.database_url.startswith("sqlite")

    @property
    def is_behind_tls(self) -> bool:
        return self.public_url.startswith("https://")


def read_environment(base_dir: Path) -> Environment:
    env = Env()
    try:
        data_dir = Path(env.str("DUPLICATO_DATA_DIR", str(base_dir / "data"))).resolve()
        debug = env.bool("DUPLICATO_DEBUG", False)
        database_url = env.str("DATABASE_URL", f"sqlite:///{data_dir / 'duplicato.sqlite3'}")
        redis_url = env.str("REDIS_URL", "")
        secret_key = env.str("DUPLICATO_SECRET_KEY", "")
        public_url = env.str("DUPLICATO_PUBLIC_URL", "").rstrip("/")
        allowed_hosts = env.list("DUPLICATO_ALLOWED_HOSTS", [])
        time_zone = env.str("DUPLICATO_TIME_ZONE", "Europe/Rome")
        trusted_proxies = env.list("DUPLICATO_TRUSTED_PROXIES", ["127.0.0.1", "::1"])
        metrics_token = env.str("DUPLICATO_METRICS_TOKEN", "")
    except EnvError as error:
        raise ImproperlyConfigured(f"An environment variable cannot be read: {error}") from error

    database_scheme, colon, _ = database_url.partition(":")
    if database_scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"DATABASE_URL starts with '{database_scheme}{colon}'. "
            "Use sqlite:///FILE or postgresql://USER@HOST/NAME."
        )
    if redis_url and urlsplit(redis_url).scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured("REDIS_URL must start with redis://, rediss:// or unix://.")
    if public_url and urlsplit(public_url).scheme not in {"http", "https"}:
        raise ImproperlyConfigured("DUPLICATO_PUBLIC_URL must start with http:// or https://.")

    if not allowed_hosts:
        # The embedded product is reached under whatever address the laptop has in the hall.
        allowed_hosts = [urlsplit(public_url).hostname or "*"] if public_url else ["*"]

    if time_zone not in available_timezones():
        raise ImproperlyConfigured(
            f"DUPLICATO_TIME_ZONE: '{time_zone}' is not a time zone; write for example Europe/Rome."
        )

    is_embedded = database_scheme == "sqlite"
    if is_embedded and redis_url:
        raise ImproperlyConfigured(
            "REDIS_URL is set, but the database is SQLite, which one process serves without Redis. "
            "Unset REDIS_URL, or set DATABASE_URL=postgresql://USER@HOST/NAME to run several processes."
        )
    if not is_embedded and not redis_url:
        raise ImproperlyConfigured(
            "REDIS_URL is missing. With PostgreSQL in DATABASE_URL several processes share the work "
            "and need a Redis server to reach each other, for example REDIS_URL=redis://localhost:6379/0."
        )
    if not secret_key:
        if not is_embedded:
            raise ImproperlyConfigured(
                "DUPLICATO_SECRET_KEY is missing. Set it to a long random text, the same for every process."
            )
        secret_key = _stored_secret_key(data_dir)
    elif len(secret_key) < 32:
        raise ImproperlyConfigured("DUPLICATO_SECRET_KEY is too short: use at least 32 characters.")
    return Environment(
        data_dir=data_dir,
        secret_key=secret_key,
        debug=debug,
        database_url=database_url,
        redis_url=redis_url,
        allowed_hosts=allowed_hosts,
        public_url=public_url,
        time_zone=time_zone,
        trusted_proxies=trusted_proxies,
        metrics_token=metrics_token,
    )


def _stored_secret_key(data_dir: Path) -> str:
    """The embedded product makes its own key once and keeps it beside its database."""
    path = data_dir / "secret-key"
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(48), encoding="ascii")
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"DUPLICATO_DATA_DIR: the folder {data_dir} cannot be written ({error.strerror})."
        ) from error
