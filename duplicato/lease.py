"""Which of several workers sweeps: a lock of the database's session, gone the moment that its process is.

The lease has a connection of its own. One from the pool would keep the lock after it was handed to somebody else.
"""

from __future__ import annotations

import logging
from typing import Any

import psycopg
from django.conf import settings

logger = logging.getLogger(__name__)
# Any number, the same for every sweeper of a database.
LEASE = 7_215_390_611
CONNECT_SECONDS = 3
# A machine that lost its network loses the lease too: the server notices after about ten seconds.
SERVER_OPTIONS = "-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"


class Lease:
    def __init__(self) -> None:
        self._session: psycopg.Connection[Any] | None = None
        self._is_held = False

    def is_mine(self) -> bool:
        """Whether this process is the one that sweeps; takes a lease that is free. Away from the database: no."""
        try:
            if self._session is None:
                self._session = psycopg.connect(
                    settings.ENVIRONMENT.database_url,
                    autocommit=True,
                    connect_timeout=CONNECT_SECONDS,
                    options=SERVER_OPTIONS,
                    application_name="duplicato sweeper",
                )
            if self._is_held:
                self._session.execute("SELECT 1")
                return True
            row = self._session.execute("SELECT pg_try_advisory_lock(%s)", [LEASE]).fetchone()
        except psycopg.Error as error:
            if self._is_held:
                logger.warning("The sweeper's lease was lost: %s", type(error).__name__)
            self.release()
            return False
        self._is_held = row is not None and row[0]
        if self._is_held:
            logger.info("This worker sweeps from now on.")
        return self._is_held

    def release(self) -> None:
        self._is_held = False
        session, self._session = self._session, None
        if session is not None:
            session.close()
