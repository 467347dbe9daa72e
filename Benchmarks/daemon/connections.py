"""The server of a stand-in: it listens on a free port of the loopback and prints the port."""
import asyncio


def serve(each):
    """Calls `each` with the reader and the writer of every connection, until the process ends. A connection ends when the
    client closes it."""
    asyncio.run(listen(each))


async def listen(each):
    async def connected(reader, writer):
        try:
            await each(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()
