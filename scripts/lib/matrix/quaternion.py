"""Logs anna in for Quaternion: quaternion.py BASE HOME

Writes what Quaternion remembers of an account (settings, and the token in a file, as where there is
no keeper of secrets) below HOME: it opens with the account, and nobody has to fill in its form.
"""
import json
import os
import sys
import urllib.parse
import urllib.request

base, home = sys.argv[1], sys.argv[2]
request = urllib.request.Request(
    base + "/_matrix/client/v3/login", method="POST",
    headers={"Content-Type": "application/json"}, data=json.dumps({
        "type": "m.login.password", "password": "anna-secret",
        "identifier": {"type": "m.id.user", "user": "anna"}}).encode())
with urllib.request.urlopen(request, timeout=30) as answer:
    session = json.load(answer)
user = session["user_id"]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)


group = urllib.parse.quote(user, safe="")
write(f"{home}/config/Quotient/quaternion.conf", f"""[Accounts]
{group}\\device_id={session["device_id"]}
{group}\\homeserver={base}
{group}\\keep_logged_in=true

[UI]
use_keychain=false
MainWindow\\normal_geometry=@Rect(0 0 1000 700)
""")
write(f"{home}/data/Quotient/quaternion/{user.replace(':', '_')}", session["access_token"])
