"""The doorbell between processes: Redis carries the numbers; a lost connection is opened again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import redis.asyncio
from redis.exceptions import RedisError

from tournaments.services.doorbell import CHANNEL

logger = logging.getLogger(__name__)
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
# Without a word for this long the connection is asked whether it still lives.
SILENCE_SECONDS = 5.0


async def listen_to_redis(url: str, ring: Callable[[int, int], None], back: Callable[[], None]) -> None:
    """Call `ring(event_id, sequence)` for each act anywhere; call `back()` whenever the line is up (again)."""
    wait = FIRST_WAIT
    while True:
        client = redis.asyncio.Redis.from_url(
            url, socket_connect_timeout=2, socket_keepalive=True, health_check_interval=10
        )
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(CHANNEL)
                back()
                wait = FIRST_WAIT
                while True:
                    message = await channel.get_message(timeout=SILENCE_SECONDS)
                    if message is None:
                        await channel.ping()
                    elif message["type"] == "message":
                        _pass_on(message["data"], ring)
        except (RedisError, OSError) as error:
            logger.warning("The doorbell lost Redis (%s); trying again.", type(error).__name__)
        finally:
            await client.aclose()
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_WAIT)


def _pass_on(data: bytes, ring: Callable[[int, int], None]) -> None:
    event_id, _, sequence = data.partition(b":")
    if event_id.isdigit() and sequence.isdigit():
        ring(int(event_id), int(sequence))
