"""How long until a chat window shows what somebody wrote: seen.py BASE DISPLAY WxH+X+Y [COUNT]

BASE is a server that scripts/matrix filled; the window on DISPLAY is anna's, of any program, at the
end of the room; the rectangle is where its newest messages stand. Ben writes, and that rectangle is
looked at until it changes.
"""
import json
import os
import subprocess
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


def look():
    command = ["import", "-silent", "-window", "root", "-crop", place, "rgb:-"]
    environment = {**os.environ, "DISPLAY": display}
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout


token = call("POST", "/login", {
    "type": "m.login.password", "password": "ben-secret",
    "identifier": {"type": "m.id.user", "user": "ben"}})["access_token"]
room = urllib.parse.quote(call("GET", "/joined_rooms", token=token)["joined_rooms"][0])
waits = []
for number in range(count):
    time.sleep(1.2)
    before = look()
    call("PUT", f"/rooms/{room}/send/m.room.message/seen{time.time()}",
         {"msgtype": "m.text", "body": f"Look {number}"}, token)
    sent = time.monotonic()
    while look() == before and time.monotonic() < sent + 5:
        pass
    waits.append((time.monotonic() - sent) * 1000)
waits.sort()
print(f"seen after {waits[len(waits) // 2]:.0f} ms (median of {count}; longest {waits[-1]:.0f} ms)")
