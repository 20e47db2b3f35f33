"""How long until a chat window shows a room, and what somebody writes there:

    seen.py BASE DISPLAY WxH+X+Y [COUNT [STARTED]]

BASE is a server that scripts/matrix filled; the window on DISPLAY is anna's, of any program, which
opens at the end of the room; the rectangle is where its newest messages stand. Once nothing changes
there for three seconds, ben writes, and the rectangle is looked at until it changes. STARTED: when
the program was, in seconds since 1970. Prints an object.
"""
import ctypes
import json
import re
import sys
import time
import urllib.parse
import urllib.request

base, display, place = sys.argv[1] + "/_matrix/client/v3", sys.argv[2], sys.argv[3]
count = int(sys.argv[4]) if len(sys.argv) > 4 else 12


def call(method, path, body=None, token=None):
    request = urllib.request.Request(
        base + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"})
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


class Image(ctypes.Structure):
    """The beginning of Xlib's XImage."""
    _fields_ = [(name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")] + [
        ("data", ctypes.c_void_p)] + [(name, ctypes.c_int) for name in (
            "byte_order", "unit", "bit_order", "pad", "depth", "bytes_per_line")]


xlib = ctypes.CDLL("libX11.so.6")
xlib.XOpenDisplay.restype = ctypes.c_void_p
xlib.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
xlib.XDefaultRootWindow.restype = ctypes.c_ulong
xlib.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_int] * 2 + [
    ctypes.c_uint] * 2 + [ctypes.c_ulong, ctypes.c_int]
xlib.XGetImage.restype = ctypes.POINTER(Image)
xlib.XDestroyImage.argtypes = [ctypes.POINTER(Image)]
screen = xlib.XOpenDisplay(display.encode())
if not screen:
    sys.exit(f"no display {display}")
root = xlib.XDefaultRootWindow(screen)
width, height, left, top = map(int, re.fullmatch(r"(\d+)x(\d+)\+(\d+)\+(\d+)", place).groups())


def look():
    """What the rectangle shows; takes a millisecond or two."""
    all_planes, pixels = 2 ** 32 - 1, 2
    image = xlib.XGetImage(screen, root, left, top, width, height, all_planes, pixels)
    try:
        return ctypes.string_at(image.contents.data, image.contents.bytes_per_line * height)
    finally:
        xlib.XDestroyImage(image)


def rest():
    """Waits until nothing moves for three seconds, a minute at most; tells when the last change was."""
    last, changed = look(), time.time()
    begin = changed
    while time.time() < changed + 3:
        if time.time() > begin + 60:
            sys.exit("the window does not come to rest")
        time.sleep(0.01)
        now = look()
        if now != last:
            last, changed = now, time.time()
    return changed


facts = {}
rested = rest()
if len(sys.argv) > 5:
    facts["room_ms"] = round((rested - float(sys.argv[5])) * 1000)
token = call("POST", "/login", {
    "type": "m.login.password", "password": "ben-secret",
    "identifier": {"type": "m.id.user", "user": "ben"}})["access_token"]
room = urllib.parse.quote(call("GET", "/joined_rooms", token=token)["joined_rooms"][0])
waits = []
for number in range(count):
    time.sleep(1.2)
    # Nothing else may move there: a receipt, a list that comes to rest.
    for _ in range(20):
        before = look()
        time.sleep(0.25)
        if look() == before:
            break
    else:
        sys.exit("the window does not come to rest")
    call("PUT", f"/rooms/{room}/send/m.room.message/seen{time.time()}",
         {"msgtype": "m.text", "body": f"Look {number}"}, token)
    sent = time.monotonic()
    while look() == before:
        if time.monotonic() > sent + 5:
            sys.exit(f"message {number} was not seen within 5 s")
        time.sleep(0.002)
    waits.append((time.monotonic() - sent) * 1000)
waits.sort()
facts |= {
    "messages": count, "seen_ms": round(waits[len(waits) // 2]),
    "seen_longest_ms": round(waits[-1])}
print(json.dumps(facts))
