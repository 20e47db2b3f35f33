"""A file manager on the session's bus: python3 filemanager.py FILE answer|refuse PROGRAM ARGUMENTS...

Writes what it is asked to show into FILE, a line each, as long as the program runs. One that refuses answers as the bus
does where there is no file manager.
"""
import subprocess
import sys
import threading

from gi.repository import Gio, GLib

INTERFACE = "org.freedesktop.FileManager1"
DESCRIPTION = Gio.DBusNodeInfo.new_for_xml(f"""
<node><interface name="{INTERFACE}"><method name="ShowItems">
  <arg type="as" direction="in"/><arg type="s" direction="in"/>
</method></interface></node>""")

path, answer, command = sys.argv[1], sys.argv[2], sys.argv[3:]
loop = GLib.MainLoop()
status = [1]


def call(connection, sender, place, interface, method, parameters, invocation):
    if answer == "refuse":
        invocation.return_dbus_error("org.freedesktop.DBus.Error.ServiceUnknown", "not there")
        return
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(uri + "\n" for uri in parameters.unpack()[0])
    invocation.return_value(None)


def run():
    status[0] = subprocess.run(command).returncode
    loop.quit()


def own(connection, name):
    threading.Thread(target=run, daemon=True).start()


def prepare(connection, name):
    connection.register_object(f"/{INTERFACE.replace('.', '/')}", DESCRIPTION.interfaces[0], call)


Gio.bus_own_name(Gio.BusType.SESSION, INTERFACE, Gio.BusNameOwnerFlags.NONE, prepare, own, None)
loop.run()
sys.exit(status[0])
