"""Makes people and a room on the test server: register.py BASE SECRET [MESSAGES]"""
import hashlib
import hmac
import json
import sys
import urllib.parse
import urllib.request

base, secret = sys.argv[1], sys.argv[2]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 20


def call(method, path, body=None, token=None):
    request = urllib.request.Request(
        base + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"})
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def person(name):
    nonce = call("GET", "/_synapse/admin/v1/register")["nonce"]
    password = name + "-secret"
    words = "\0".join([nonce, name, password, "notadmin"]).encode()
    mac = hmac.new(secret.encode(), words, hashlib.sha1).hexdigest()
    try:
        answer = call("POST", "/_synapse/admin/v1/register", {
            "nonce": nonce, "username": name, "password": password, "mac": mac, "admin": False})
        return answer["user_id"], answer["access_token"]
    except urllib.error.HTTPError as error:
        if error.code != 400:
            raise
        answer = call("POST", "/_matrix/client/v3/login", {
            "type": "m.login.password", "password": password,
            "identifier": {"type": "m.id.user", "user": name}})
        return answer["user_id"], answer["access_token"]


anna, anna_token = person("anna")
ben, ben_token = person("ben")
v3 = "/_matrix/client/v3"
room = call("POST", v3 + "/createRoom", {
    "preset": "private_chat", "name": "Garden", "invite": [ben]}, anna_token)["room_id"]
call("POST", v3 + "/join/" + urllib.parse.quote(room), {}, ben_token)
tokens = [anna_token, ben_token]
for number in range(count):
    call("PUT", f"{v3}/rooms/{urllib.parse.quote(room)}/send/m.room.message/fill{number}",
         {"msgtype": "m.text", "body": f"Message {number} about the garden"}, tokens[number % 2])
print(f"{base}: people anna and ben (passwords anna-secret, ben-secret), room Garden {room}, "
      f"{count} messages")
