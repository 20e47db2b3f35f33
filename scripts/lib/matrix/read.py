"""Marks all that was said in anna's room as read: read.py BASE

Programs then open at the room's end.
"""
import json
import sys
import urllib.parse
import urllib.request

base = sys.argv[1] + "/_matrix/client/v3"


def call(method, path, body=None, token=None):
    request = urllib.request.Request(
        base + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"})
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


token = call("POST", "/login", {
    "type": "m.login.password", "password": "anna-secret",
    "identifier": {"type": "m.id.user", "user": "anna"}})["access_token"]
room = urllib.parse.quote(call("GET", "/joined_rooms", token=token)["joined_rooms"][0])
last = call("GET", f"/rooms/{room}/messages?dir=b&limit=1", token=token)["chunk"][0]["event_id"]
call("POST", f"/rooms/{room}/read_markers", {"m.fully_read": last, "m.read": last}, token)
