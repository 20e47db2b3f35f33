"""What two servers reach each other through: link.py LISTEN:TARGET…

Each port that it listens on leads to another one of this computer. SIGUSR1 cuts all connections and
takes no new ones, SIGUSR2 takes them again.
"""
import asyncio
import signal
import sys

ports = [tuple(int(port) for port in pair.split(":")) for pair in sys.argv[1:]]
is_cut = False
writers = set()


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def connect(reader, writer, target):
    writers.add(writer)
    try:
        if is_cut:
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target)
        writers.add(far_writer)
        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))
        writers.discard(far_writer)
    except OSError:
        pass
    finally:
        writers.discard(writer)
        writer.close()


def cut(wanted):
    global is_cut
    is_cut = wanted
    if wanted:
        for writer in list(writers):
            writer.transport.abort()


async def main():
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, cut, True)
    loop.add_signal_handler(signal.SIGUSR2, cut, False)
    for port, target in ports:
        await asyncio.start_server(
            lambda reader, writer, target=target: connect(reader, writer, target),
            "127.0.0.1", port)
    await asyncio.Event().wait()


asyncio.run(main())
