"""Reads a window as a screen reader does, by AT-SPI: python3 accessibility.py COMMANDS PROGRAM ARGUMENTS...

Run within dbus-run-session. COMMANDS is a file of lines; what each finds is printed as a line of JSON. The program's own
lines are passed on.
"""
import json
import os
import subprocess
import sys
import threading
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

events = []


def say(**what):
    print(json.dumps(what, ensure_ascii=False), flush=True)


def pump(seconds):
    """Lets events come in."""
    context = GLib.MainContext.default()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        while context.pending():
            context.iteration(False)
        time.sleep(0.02)


def work(process):
    """The processor time of a program in nanoseconds, the time in which it waited for a processor, and whether none
    of its threads has anything to do now."""
    total, waited, idle = 0, 0, True
    folder = f"/proc/{process}/task"
    try:
        for thread in os.listdir(folder):
            with open(f"{folder}/{thread}/schedstat") as file:
                times = file.read().split()
                total, waited = total + int(times[0]), waited + int(times[1])
            with open(f"{folder}/{thread}/stat") as file:
                idle = idle and file.read().rsplit(")", 1)[1].split()[0] != "R"
    except (OSError, IndexError, ValueError):
        pass
    return total, waited, idle


def rest(process, seconds):
    """Lets events come in for a time, and then until the program has done what it was told: on a busy machine that
    is later. Two seconds more at most, for programs that never rest; time in which it waited for a processor does
    not count, up to four seconds."""
    pump(seconds)
    start = time.monotonic()
    before, first, _ = work(process)
    waited = first
    while time.monotonic() - start < 2 + min(4, max(0, waited - first) / 1e9):
        pump(0.1)
        now, waited, idle = work(process)
        # A tenth of the time at most: a caret blinks on.
        if idle and now - before < 10_000_000:
            return
        before = now


def wait(what, seconds=50):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = what()
        except GLib.Error:
            found = None
        if found:
            return found
        pump(0.1)
    say(missing=what.__name__)
    raise SystemExit("nothing came of: " + what.__name__)


def walk(node, depth=0):
    yield node
    if depth < 12:
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None:
                yield from walk(child, depth + 1)


def find(name):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(index)
        if app is None:
            continue
        for node in walk(app):
            if node.get_name() == name:
                return node
    return None


def states(node):
    present = node.get_state_set().get_states()
    return sorted(state.value_nick for state in present)


def describe(node):
    extents = node.get_extents(Atspi.CoordType.SCREEN)
    slider = node.get_value_iface() if node.get_role_name() == "slider" else None
    return {
        **({"value": slider.get_current_value(), "limit": slider.get_maximum_value()} if slider else {}),
        "role": node.get_role_name(),
        "name": node.get_name(),
        "description": node.get_description(),
        "states": states(node),
        "attributes": dict(node.get_attributes() or {}),
        "rect": [extents.x, extents.y, extents.width, extents.height],
    }


def children(node):
    found = [node.get_child_at_index(i) for i in range(node.get_child_count())]
    return [child for child in found if child is not None]


def point(node):
    """Moves the mouse onto something: into its middle, or where a wide row has its words."""
    rect = node.get_extents(Atspi.CoordType.SCREEN)
    x, y = rect.x + min(rect.width // 2, 110), rect.y + rect.height // 2
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "sleep", "0.1"], check=True)


def press(node):
    point(node)
    subprocess.run(["xdotool", "click", "1"], check=True)


def dialog():
    """The window that asks, when there is one."""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(index)
        for window in children(app) if app is not None else []:
            kind = window.get_role_name()
            if kind in ("dialog", "alert") and "showing" in states(window):
                return window
    return None


def buttons(node):
    return [part for part in walk(node) if part.get_role_name() in ("push button", "button")]


def shown(name, roles=None, action=None):
    """What is called so, can be seen, anywhere in a program, and does the action: what has the keys before others."""
    desktop = Atspi.get_desktop(0)
    found = []
    for index in range(desktop.get_child_count()):
        for node in walk(desktop.get_child_at_index(index)):
            try:
                if node.get_name() == name and (not roles or node.get_role_name() in roles) and (
                        "showing" in states(node) or node.get_role_name() == "menu item"):
                    names = [node.get_action_name(i) for i in range(node.get_n_actions())]
                    if action is None or action in names:
                        found.append(node)
            except GLib.Error:
                pass
    # What a menu that is closed would do comes last.
    return max(found, default=None, key=lambda node: (
        "focused" in states(node), "sensitive" in states(node), node.get_role_name() != "menu item"))


def choose(name):
    # A button that is on has no press: it is switched off.
    node = wait(lambda: shown(name, action="Press") or shown(name, action="Toggle"))
    names = [node.get_action_name(i) for i in range(node.get_n_actions())]
    action = "Press" if "Press" in names else "Toggle"
    say(chosen=name, role=node.get_role_name(), states=states(node), done=node.do_action(names.index(action)))


def on_event(event):
    try:
        source = event.source
        events.append((event.type, event.detail1, source.get_role_name(), source.get_name()))
    except GLib.Error:
        pass


def main():
    # The bus of the assistive technologies first: a program that asks for it while it is being started, on a
    # busy machine, gives up and is never seen.
    Atspi.init()
    wait(lambda: Atspi.get_desktop(0))
    program = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, text=True)

    def forward():
        for line in program.stdout:
            say(said=line.strip())

    threading.Thread(target=forward, daemon=True).start()
    listener = Atspi.EventListener.new(on_event)
    for kind in ("object:state-changed:focused", "object:state-changed:showing", "object:children-changed"):
        listener.register(kind)
    # What the list is called in the language that the program speaks.
    root = wait(lambda: find(os.environ.get("LUGE_LIST_NAME", "Messages")))
    for line in open(sys.argv[1]):
        words = line.split()
        if not words:
            continue
        command, given = words[0], words[1:]
        if command == "list":
            wait(lambda: root.get_child_count() > 0)
            say(list=describe(root), count=root.get_child_count())
            for child in children(root):
                say(item=describe(child), parts=[describe(part) for part in children(child)],
                    index=child.get_index_in_parent())
        elif command == "act":
            # act ITEM [PART] ACTION: counted from the end with negative numbers
            node = children(root)[int(given[0])]
            for part in given[1:-1]:
                node = node.get_child_at_index(int(part))
            names = [node.get_action_name(i) for i in range(node.get_n_actions())]
            say(actions=names)
            node.do_action(names.index(given[-1]))
        elif command == "do":
            # do WORDS: the first action of what is called so
            node = wait(lambda: next((n for n in walk(root) if (n.get_name() or "") == " ".join(given)), None))
            say(actions=[node.get_action_name(i) for i in range(node.get_n_actions())])
            node.do_action(0)
        elif command == "drag":
            # drag FROM TO WORDS: the mouse, along what is called so, from and to parts of its width
            rect = wait(lambda: next((n for n in walk(root) if n.get_name() == " ".join(given[2:])), None)
                        ).get_extents(Atspi.CoordType.SCREEN)
            x, to = (str(rect.x + int(float(part) * rect.width)) for part in given[:2])
            y = str(rect.y + rect.height // 2)
            middle = str((int(x) + int(to)) // 2)
            subprocess.run(["xdotool", "mousemove", x, y, "sleep", "0.2", "mousedown", "1", "sleep", "0.1",
                            "mousemove", middle, y, "sleep", "0.1", "mousemove", to, y, "sleep", "0.1",
                            "mouseup", "1"], check=True)
        elif command == "grab":
            say(grabbed=children(root)[int(given[0])].grab_focus())
        elif command == "text":
            node = children(root)[int(given[0])]
            count = Atspi.Text.get_character_count(node)
            ranges = [Atspi.Text.get_text_at_offset(node, int(given[1]), kind).content
                      for kind in (Atspi.TextBoundaryType.WORD_START, Atspi.TextBoundaryType.CHAR)]
            say(text=Atspi.Text.get_text(node, 0, count), count=count, word=ranges[0], char=ranges[1])
        elif command == "ends":
            # ends ITEM, ends NAME: words and sentences at the end of an item, or of the field of that name
            isItem = given[0].lstrip("-").isdigit()
            node = children(root)[int(given[0])] if isItem else wait(
                lambda: shown(" ".join(given), ("text", "entry")))
            count = Atspi.Text.get_character_count(node)
            parts = [Atspi.Text.get_text_at_offset(node, offset, kind)
                     for kind in (Atspi.TextBoundaryType.WORD_START, Atspi.TextBoundaryType.WORD_END,
                                  Atspi.TextBoundaryType.SENTENCE_START, Atspi.TextBoundaryType.SENTENCE_END)
                     for offset in (count - 1, count, -1)]
            say(ends=[part.content for part in parts], places=[part.end_offset for part in parts], count=count,
                text=Atspi.Text.get_text(node, 0, count))
        elif command in ("click", "hover"):
            # click WORDS, hover WORDS: the smallest part of the list whose name has them, with the mouse
            def named():
                found = [node for node in walk(root) if " ".join(given) in (node.get_name() or "")]
                return found and min(found, key=lambda node: node.get_extents(Atspi.CoordType.SCREEN).width)
            # Where it is to stay: a list settles, and what stands above it comes later.
            def place():
                rect = wait(named).get_extents(Atspi.CoordType.SCREEN)
                return (rect.x, rect.y, rect.width, rect.height)

            def settled():
                before = place()
                pump(0.7)
                return place() == before

            wait(settled)
            (press if command == "click" else point)(wait(named))
        elif command == "dialog":
            asking = wait(dialog)
            pump(0.5)
            texts = [part.get_name() for part in walk(asking) if part.get_role_name() == "label"]
            say(dialog=asking.get_name(), texts=texts, buttons=[part.get_name() for part in buttons(asking)],
                focused=[part.get_name() for part in walk(asking) if "focused" in states(part)])
        elif command == "answer":
            press(next(part for part in buttons(wait(dialog)) if part.get_name() == " ".join(given)))
        elif command == "words":
            # Every word there is: of each window, its menus, whatever is shown or not.
            seen = set()
            desktop = Atspi.get_desktop(0)
            for index in range(desktop.get_child_count()):
                for node in walk(desktop.get_child_at_index(index)):
                    try:
                        texts = [node.get_name(), node.get_description()]
                        if node.get_role_name() in ("text", "entry"):
                            texts.append(node.get_attributes().get("placeholder-text", ""))
                        for text in texts:
                            if text and (node.get_role_name(), text) not in seen:
                                seen.add((node.get_role_name(), text))
                                say(word=text, role=node.get_role_name(), at=" ".join(given))
                    except GLib.Error:
                        pass
        elif command == "menu":
            # menu ITEM ENTRY: the menu of an item, and what is called so in it, with no key and no mouse
            node = children(root)[int(given[0])]
            names = [node.get_action_name(i) for i in range(node.get_n_actions())]
            node.do_action(names.index("ShowMenu"))
            pump(0.7)
            choose(" ".join(given[1:]))
        elif command == "choose":
            # choose NAME: what is called so, wherever in the program it is shown
            choose(" ".join(given))
        elif command == "put":
            # put NAME: WORDS: into the field of that name
            name, words = " ".join(given).split(": ", 1)
            node = wait(lambda: shown(name, ("text", "entry")))
            say(put=Atspi.EditableText.set_text_contents(node, words))
        elif command == "slide":
            # slide PREFIX: VALUE: the slider whose name begins so
            name, value = " ".join(given).split(": ", 1)
            node = wait(lambda: next((n for n in walk(root.get_application()) if n.get_name().startswith(name)
                                      and n.get_role_name() == "slider"), None))
            say(slid=node.get_value_iface().set_current_value(float(value)))
        elif command == "read":
            # read ITEM: what it says, word by word
            node = children(root)[int(given[0])]
            count, place, words = Atspi.Text.get_character_count(node), 0, []
            while place < count:
                part = Atspi.Text.get_text_at_offset(node, place, Atspi.TextBoundaryType.WORD_START)
                words.append(part.content)
                place = max(part.end_offset, place + 1)
            say(words=words, text=Atspi.Text.get_text(node, 0, count))
        elif command == "find":
            # find NAME: whether something of that name is shown, and where
            node = wait(lambda: shown(" ".join(given)))
            say(found=" ".join(given), **describe(node))
        elif command == "shows":
            # shows NAME: whether anything of that name is to be seen now
            say(shows=" ".join(given), isShown=shown(" ".join(given)) is not None)
        elif command == "append":
            # append PATH LINE: to a file, as another program would
            with open(given[0], "a", encoding="utf-8") as file:
                file.write(" ".join(given[1:]) + "\n")
        elif command == "letter":
            # letter INDEX NAME: where a character of the field of that name stands
            node = wait(lambda: shown(" ".join(given[1:]), ("text", "entry")))
            rect = Atspi.Text.get_character_extents(node, int(given[0]), Atspi.CoordType.SCREEN)
            say(letter=[rect.x, rect.y, rect.width, rect.height])
        elif command == "glyph":
            # glyph ITEM WORD: where the first letter of a word is, and which letter is found there
            node = children(root)[int(given[0])]
            text = Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
            offset = text.index(given[1])
            # Positions of characters come shortly after the message.
            wait(lambda: Atspi.Text.get_character_extents(node, offset, Atspi.CoordType.SCREEN).width < 100, 10)
            rect = Atspi.Text.get_character_extents(node, offset, Atspi.CoordType.SCREEN)
            middle = (rect.x + rect.width // 2, rect.y + rect.height // 2)
            say(glyph=[rect.x, rect.y, rect.width, rect.height],
                at=[offset, Atspi.Text.get_offset_at_point(node, *middle, Atspi.CoordType.SCREEN)])
        elif command == "drop":
            # drop SCRIPT X Y PATH: a file that is dragged there and held for some seconds
            subprocess.Popen([sys.executable, *given, "--hold", "XdndActionCopy"], stdout=subprocess.DEVNULL)
            pump(1.0)
        elif command == "closed":
            wait(lambda: dialog() is None)
            say(closed=True)
        elif command == "key":
            subprocess.run(["xdotool", "key"] + given, check=True)
        elif command == "pause":
            rest(program.pid, float(words[1]))
        elif command == "send":
            subprocess.run(["xdotool", "type", " ".join(given)], check=True)
        elif command == "events":
            pump(1.0)
            for event in events:
                say(event=event)
            events.clear()
        elif command == "size":
            # size WIDTH HEIGHT: of the window that has the keys
            subprocess.run(["xdotool", "getwindowfocus", "windowsize"] + given, check=True)
        elif command == "focus":
            # focus TITLE: the keys to a window, until its program has taken them
            subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", given[0], "windowfocus"],
                           check=True)
            focused = subprocess.run(["xdotool", "getwindowfocus", "getwindowpid"], stdout=subprocess.PIPE, text=True)
            if focused.stdout.strip() not in ("", str(program.pid)):
                rest(int(focused.stdout), 0)
        rest(program.pid, 0.3)
    program.terminate()
    os._exit(0)


main()
