"""The counterpart of the hub: a Redis subscription that calls send() for every client."""

import asyncio
import os

import redis.asyncio

CLIENTS: list = []
TASKS: list = []


async def application(scope, receive, send) -> None:
    if scope["type"] == "lifespan":
        await receive()
        TASKS.append(asyncio.create_task(pump()))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})
        return
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [(b"content-type", b"text/event-stream")],
        }
    )
    await send(message(0))
    CLIENTS.append(send)
    while (await receive())["type"] != "http.disconnect":
        pass
    CLIENTS.remove(send)


async def pump() -> None:
    async with redis.asyncio.from_url(os.environ["REDIS_URL"]).pubsub() as subscription:
        await subscription.subscribe("bare")
        async for told in subscription.listen():
            if told["type"] == "message":
                text = message(int(told["data"]))
                for send in CLIENTS:
                    await send(text)


def message(number: int) -> dict:
    text = f"id: {number}\nevent: changed\ndata: {number}\n\n"
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}
