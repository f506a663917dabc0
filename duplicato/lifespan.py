"""Starting and stopping a web process: the hub always; worker, sweeper and the file's lock where it is the only one."""

from __future__ import annotations

import asyncio
import gc
import logging
from pathlib import Path

from django.conf import settings
from django.urls import get_resolver

from duplicato import one_process, orphans
from duplicato.draining import Draining
from duplicato.embedded import Companions
from duplicato.site_pool import PooledSite
from tournaments.live.client import Message, Send
from tournaments.live.endpoint import Receive
from tournaments.live.hub import Hub

logger = logging.getLogger(__name__)


class Lifespan:
    def __init__(self, hub: Hub, *sites: PooledSite) -> None:
        self._hub = hub
        self._sites = sites
        self.draining = Draining()
        self.companions = Companions() if settings.ENVIRONMENT.is_embedded else None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        try:
            if self.companions is not None:
                one_process.hold(Path(settings.DATABASES["default"]["NAME"]))
                self.companions.start()
            _ = get_resolver().url_patterns  # now, and not while the first page waits
            await self._hub.start()
            self.draining.watch(self._hub.hang_up)
            orphans.end_with_parent()
            # What is loaded now stays: the collector need not walk it again and again while slips wait.
            gc.collect()
            gc.freeze()
        except Exception as error:
            logger.critical("%s", error)
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._hub.stop()
        loop = asyncio.get_running_loop()
        for site in self._sites:
            await loop.run_in_executor(None, site.close)
        if self.companions is not None:
            await loop.run_in_executor(None, self.companions.stop)
        await send({"type": "lifespan.shutdown.complete"})
