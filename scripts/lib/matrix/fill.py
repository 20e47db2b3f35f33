"""Writes messages into the tables of a server that is stopped: fill.py FOLDER COUNT ROOM [OLD]

COUNT 0 only looks whether that can be done, also while the server runs.

A server takes some twenty messages a second, and its tables thousands. FOLDER is the server's;
those who wrote in the room write on, by turns, until now. OLD: a minute from one message to the
next one, as where a bridge brings along what was said before there was the room.
"""
import base64
import glob
import hashlib
import itertools
import json
import random
import sqlite3
import sys
import time

from canonicaljson import encode_canonical_json
from signedjson.key import read_signing_keys
from signedjson.sign import sign_json

folder, count, room = sys.argv[1], int(sys.argv[2]), sys.argv[3]
now = int(time.time() * 1000)
WORDS = """garden tomatoes pears water before the evening because it will be hot again said a
neighbour who has seen rain over there and left his gate open until noon""".split()

if glob.glob(folder + "/data/postgres"):
    import psycopg2
    import psycopg2.extras
    database = psycopg2.connect(host=folder + "/data/postgres", user="synapse", dbname="postgres")
    mark = "%s"
else:
    database = sqlite3.connect(folder + "/data/homeserver.db")
    mark = "?"
cursor = database.cursor()


def read(statement, *values):
    cursor.execute(statement.replace("?", mark), values)
    return cursor.fetchall()


def write(statement, *values):
    cursor.execute(statement.replace("?", mark), values)


def insert(table, columns, rows):
    head = f"INSERT INTO {table} ({', '.join(columns)}) VALUES "
    if mark == "?":
        cursor.executemany(head + f"({', '.join('?' * len(columns))})", rows)
    else:
        psycopg2.extras.execute_values(cursor, head + "%s", rows, page_size=1000)


def hashed(value, encode):
    return encode(hashlib.sha256(encode_canonical_json(value)).digest()).decode().rstrip("=")


with open(folder + "/data/key") as file:
    key = read_signing_keys(file)[0]
members = [user for user, in read(
    "SELECT user_id FROM local_current_membership WHERE room_id = ? AND membership = 'join'"
    " ORDER BY user_id", room)]
# What a message has to name so that the room takes it is named by the last one of its writer.
latest = {}
for text, version in read(
        "SELECT json, format_version FROM events JOIN event_json USING (event_id)"
        " WHERE events.room_id = ? AND type = 'm.room.message'"
        " ORDER BY stream_ordering DESC LIMIT 200", room):
    event = json.loads(text)
    if event["sender"] in members:
        latest.setdefault(event["sender"], (event["auth_events"], version))
writers = sorted(latest)
if not writers:
    sys.exit(f"nobody of this server wrote in {room}")
if count == 0:
    sys.exit()
previous = [event for event, in read(
    "SELECT event_id FROM event_forward_extremities WHERE room_id = ?", room)]
state = read("SELECT state_group FROM event_to_state_groups WHERE event_id = ?", previous[0])[0][0]
stream = read("SELECT MAX(stream_ordering) FROM events")[0][0]
depth, last = read(
    "SELECT MAX(depth), MAX(origin_server_ts) FROM events WHERE room_id = ?", room)[0]
step = 60_000 if len(sys.argv) > 4 else max(0, now - last) / count
choose = random.Random(count)
events, texts, groups, edges, unread = [], [], [], [], []
for number, writer in zip(range(count), itertools.cycle(writers)):
    stream += 1
    depth += 1
    auth, version = latest[writer]
    said = f"Message {number} {' '.join(choose.choices(WORDS, k=choose.randint(2, 40)))}"
    event = {
        "type": "m.room.message", "room_id": room, "sender": writer, "depth": depth,
        "content": {"msgtype": "m.text", "body": said}, "auth_events": auth,
        "prev_events": previous, "origin_server_ts": int(now - (count - 1 - number) * step)}
    event["hashes"] = {"sha256": hashed(event, base64.b64encode)}
    # What is left of a message that was taken back is what a name and a signature are made of.
    bare = event | {"content": {}}
    name = "$" + hashed(bare, base64.urlsafe_b64encode)
    signed = sign_json(bare, writer.partition(":")[2], key)
    event |= {"signatures": signed["signatures"], "unsigned": {}}
    events.append((
        stream, depth, name, event["type"], room, True, False, depth, event["origin_server_ts"],
        now, writer, False, "master"))
    texts.append((name, room, "{}", json.dumps(event), version))
    groups.append((name, state))
    edges += [(name, earlier) for earlier in previous]
    unread += [(room, name, user, "", depth, stream, 1, 0, 0, "main")
               for user in members if user != writer]
    previous = [name]

insert("events", (
    "stream_ordering", "topological_ordering", "event_id", "type", "room_id", "processed",
    "outlier", "depth", "origin_server_ts", "received_ts", "sender", "contains_url",
    "instance_name"), events)
insert("event_json", (
    "event_id", "room_id", "internal_metadata", "json", "format_version"), texts)
insert("event_to_state_groups", ("event_id", "state_group"), groups)
insert("event_edges", ("event_id", "prev_event_id"), edges)
insert("event_push_actions", (
    "room_id", "event_id", "user_id", "actions", "topological_ordering", "stream_ordering", "notif",
    "highlight", "unread", "thread_id"), unread)
write("DELETE FROM event_forward_extremities WHERE room_id = ?", room)
write("INSERT INTO event_forward_extremities (event_id, room_id) VALUES (?, ?)", previous[0], room)
write("INSERT INTO stream_ordering_to_exterm (stream_ordering, room_id, event_id) VALUES (?, ?, ?)",
      stream, room, previous[0])
write("UPDATE sliding_sync_joined_rooms SET event_stream_ordering = ?, bump_stamp = ?"
      " WHERE room_id = ?", stream, stream, room)
write("UPDATE stream_positions SET stream_id = ? WHERE stream_name = 'events'", stream)
if mark == "%s":
    write("SELECT setval('events_stream_seq', ?)", stream)
# Without it, a page of a large room takes seconds.
write("ANALYZE")
database.commit()
print(f"{count} messages written into the tables of {room}")
