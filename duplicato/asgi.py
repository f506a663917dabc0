"""The web process: streams and probes on the loop, the synchronous site on fixed pools of threads, slips on their own.

Django's own ASGI handler opens a thread and a connection for each request, which a burst of slips
turns into seconds of waiting; a fixed pool keeps the 99th percentile low (docs/decisions).
"""

from __future__ import annotations

from pathlib import Path

from duplicato.wsgi import application as site  # first: it sets Django up

# isort: split

from django.conf import settings

from duplicato.durability import WalSync
from duplicato.lifespan import Lifespan
from duplicato.probes import Probes
from duplicato.site_pool import PooledSite, is_slip
from tournaments.live.client import Message, Send
from tournaments.live.endpoint import Endpoint, Receive, refuse
from tournaments.live.hub import Hub

SITE_THREADS = 6
# SQLite has one writer: several would only wait for each other. PostgreSQL commits many at once.
SLIP_THREADS = 1 if settings.ENVIRONMENT.is_embedded else 4

_is_embedded = settings.ENVIRONMENT.is_embedded
wal = WalSync(Path(settings.DATABASES["default"]["NAME"])) if _is_embedded else None
hub = Hub(settings.ENVIRONMENT.redis_url)
pages = PooledSite(site, threads=SITE_THREADS, wal=wal)
slips = PooledSite(site, threads=SLIP_THREADS, wal=wal)
streams = Endpoint(hub)
lifespan = Lifespan(hub, pages, slips)
probes = Probes(hub, lifespan.companions)


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(scope, receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
    elif scope["path"].startswith("/stream/"):
        if lifespan.draining.has_begun:
            await refuse(send, 503, "stopping")
            return
        await streams(scope, receive, send)
    elif scope["path"] in probes.addresses:
        await probes(scope, receive, send)
    elif is_slip(scope):
        await slips(scope, receive, send)
    else:
        await pages(scope, receive, send)
