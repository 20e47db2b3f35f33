"""Makes people and a room on test servers: register.py SECRET MESSAGES BASE [BASE-OF-BEN]"""
import hashlib
import hmac
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

secret, count, base = sys.argv[1], int(sys.argv[2]), sys.argv[3]
other = sys.argv[4] if len(sys.argv) > 4 else base
v3 = "/_matrix/client/v3"


def call(method, address, body=None, token=None):
    request = urllib.request.Request(
        address, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"})
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def person(name, base):
    nonce = call("GET", base + "/_synapse/admin/v1/register")["nonce"]
    password = name + "-secret"
    words = "\0".join([nonce, name, password, "notadmin"]).encode()
    mac = hmac.new(secret.encode(), words, hashlib.sha1).hexdigest()
    try:
        answer = call("POST", base + "/_synapse/admin/v1/register", {
            "nonce": nonce, "username": name, "password": password, "mac": mac, "admin": False})
    except urllib.error.HTTPError as error:
        if error.code != 400:
            raise
        answer = call("POST", base + v3 + "/login", {
            "type": "m.login.password", "password": password,
            "identifier": {"type": "m.id.user", "user": name}})
    return answer["user_id"], answer["access_token"]


def join(room, token, base):
    """An invitation takes a moment from one server to the other one."""
    for attempt in range(50):
        try:
            return call("POST", base + v3 + "/join/" + urllib.parse.quote(room), {}, token)
        except urllib.error.HTTPError:
            if attempt == 49:
                raise
            time.sleep(0.2)


anna, anna_token = person("anna", base)
ben, ben_token = person("ben", other)
room = call("POST", base + v3 + "/createRoom", {
    "preset": "private_chat", "name": "Garden", "invite": [ben]}, anna_token)["room_id"]
join(room, ben_token, other)
ways = [(base, anna_token), (other, ben_token)]
for number in range(count):
    server, token = ways[number % 2]
    call("PUT", f"{server}{v3}/rooms/{urllib.parse.quote(room)}/send/m.room.message/fill{number}",
         {"msgtype": "m.text", "body": f"Message {number} about the garden"}, token)
print(f"people {anna} at {base} and {ben} at {other} (passwords anna-secret, ben-secret), "
      f"room Garden {room}, {count} messages")
