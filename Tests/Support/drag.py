"""Drags a file from another program onto a window, as a file manager does: drag.py X Y PATH [--hold | --die] ACTION...

In place of a path there may be addresses, one per line, which are given as they are.

The first action is proposed, all are offered (XDND, version 5). Prints "status" and "finished" with whether the
window took the file and the action that it named. With --hold it stays over the window for five seconds, and then leaves.
With --die it ends there, and says nothing more to the window.
"""

import sys
import time

from Xlib import X, Xatom, display
from Xlib.protocol import event

x, y, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
screen = display.Display()
root = screen.screen().root


def atom(name):
    return screen.intern_atom(name)


def name(number):
    return screen.get_atom_name(number) if number else "none"


def aware(window):
    """The window below the pointer that takes drags."""
    if window.get_full_property(atom("XdndAware"), X.AnyPropertyType):
        return window
    for child in reversed(window.query_tree().children):
        place = child.get_geometry()
        shown = child.get_attributes().map_state == X.IsViewable
        # Where the child's corner is on the root.
        corner = root.translate_coords(child, 0, 0)
        inside = corner.x <= x < corner.x + place.width and corner.y <= y < corner.y + place.height
        if shown and inside:
            found = aware(child)
            if found:
                return found
    return None


target = aware(root)
if not target:
    sys.exit("no window takes drags there")
source = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
holds = "--hold" in sys.argv
actions = [atom(action) for action in sys.argv[4:] if not action.startswith("--")]
source.change_property(atom("XdndActionList"), Xatom.ATOM, 32, actions)
source.set_selection_owner(atom("XdndSelection"), X.CurrentTime)
kind = atom("text/uri-list")


def send(message, *data):
    words = [source.id] + list(data) + [0] * (4 - len(data))
    target.send_event(
        event.ClientMessage(window=target, client_type=atom(message), data=(32, words))
    )
    screen.flush()


def answer(message):
    """Waits for it; gives the file's address to whoever asks meanwhile."""
    while True:
        received = screen.next_event()
        if received.type == X.SelectionRequest:
            place = received.property or received.target
            named = path if path.startswith("file:") else "file://" + path
            address = (named.replace("\n", "\r\n") + "\r\n").encode()
            received.requestor.change_property(place, kind, 8, address)
            received.requestor.send_event(
                event.SelectionNotify(
                    time=received.time, requestor=received.requestor,
                    selection=received.selection, target=received.target, property=place,
                )
            )
            screen.flush()
        elif received.type == X.ClientMessage and received.client_type == atom(message):
            return received.data[1]


send("XdndEnter", 5 << 24, kind)
for step in range(3):
    send("XdndPosition", 0, x << 16 | y + step, X.CurrentTime, actions[0])
    status = answer("XdndStatus")
print("status", "yes" if status[1] & 1 else "no", name(status[4]), flush=True)
if "--die" in sys.argv:
    sys.exit(0)
if holds:
    time.sleep(5)
    send("XdndLeave")
elif status[1] & 1:
    send("XdndDrop", 0, X.CurrentTime)
    finished = answer("XdndFinished")
    print("finished", "yes" if finished[1] & 1 else "no", name(finished[2]), flush=True)
