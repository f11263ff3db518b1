#!/usr/bin/python3
"""The desktop app in a real window, used as a person does: by clicks and keys, at what its accessibility tree names.

scripts/desktop-test sets up the screen, the session bus and the window manager. Arguments: the program, a folder for its
data, and where to keep pictures.
"""
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PROGRAM, HOME, PICTURES = (Path(argument).resolve() for argument in sys.argv[1:4])
DATA = HOME / "data" / "takujo"
PATIENCE = 30
# Parts of Japanese phrases are kept together by marks nobody sees.
MARKS = dict.fromkeys(map(ord, "\u200b\u2060"))
running = None
# The app takes two quick taps at one spot for one (public/taps.js).
BETWEEN_TAPS = 0.4


def wait(what, read):
    """What `read` returns once that is something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = read()
        if found:
            return found
        if running.poll() is not None:
            raise AssertionError(f"{what}: the app ended with {running.returncode}")
        time.sleep(0.1)
    picture("FAILED")
    seen = "\n".join(f"{role}: {name}" for _, role, name in everything() if name)
    raise AssertionError(f"{what}: not within {PATIENCE} s. There was:\n{seen}")


def children(node):
    for at in range(node.get_child_count()):
        child = node.get_child_at_index(at)
        if child is not None:
            yield child


def everything():
    """Each thing on the screen: itself, its role and its name. The tree may change while it is read."""
    found = []

    def visit(node):
        try:
            text = node.get_name() or ""
            if not text and "Text" in node.get_interfaces():
                text = Atspi.Text.get_text(node, 0, -1)
            found.append((node, node.get_role_name(), text.translate(MARKS).replace("\ufffc", "").strip()))
            for child in children(node):
                visit(child)
        except GLib.Error:
            pass

    Atspi.get_desktop(0).clear_cache()
    visit(Atspi.get_desktop(0))
    return found


def seek(role, name):
    return [node for node, its, text in everything() if its == role and re.fullmatch(name, text)]


def there(role, name):
    return wait(f"a {role} {name}", lambda: seek(role, name))[0]


def click(role, name):
    """Clicks on the middle of something, with the mouse, once it stays where it is."""

    def middle():
        return wait(f"a {role} {name} to click", lambda: [e for e in map(box, seek(role, name)) if e])[0]

    at = middle()
    while True:
        time.sleep(BETWEEN_TAPS)
        before, at = at, middle()
        if at == before:
            break
    subprocess.run(["xdotool", "mousemove", *map(str, at), "click", "1"], check=True)


def box(node):
    try:
        at = node.get_extents(Atspi.CoordType.SCREEN)
    except GLib.Error:
        return None
    return (at.x + at.width // 2, at.y + at.height // 2) if at.width > 0 and at.height > 0 else None


def type_text(text):
    subprocess.run(["xdotool", "type", "--delay", "60", text], check=True)


def key(*names):
    subprocess.run(["xdotool", "key", "--delay", "60", *names], check=True)


def picture(name):
    PICTURES.mkdir(parents=True, exist_ok=True)
    subprocess.run(["import", "-window", "root", PICTURES / f"desktop-{name}.png"], check=False)


def start(language):
    global running
    running = subprocess.Popen([PROGRAM], env={
        **os.environ, "HOME": str(HOME), "XDG_DATA_HOME": str(HOME / "data"), "LC_ALL": language, "LANGUAGE": language,
    }, stderr=(HOME / "app.log").open("ab"))
    there("frame", "Takujo 卓上")


def window():
    """The window's place and size, as its frame says."""
    frame = there("frame", "Takujo 卓上").get_extents(Atspi.CoordType.SCREEN)
    return frame.x, frame.y, frame.width, frame.height


def its_id():
    name = ["xdotool", "search", "--onlyvisible", "--class", "^takujo$"]
    return wait("a window", lambda: subprocess.run(name, capture_output=True, text=True, check=False).stdout.split())[0]


def menus():
    return [text for _, role, text in everything() if role in ("menu", "menu bar", "menu item")]


def in_dialogue(title, keys, path):
    """Answers the system's file dialogue with a path."""
    wait(f"the dialogue {title}", lambda: [text for _, role, text in everything() if role in ("dialog", "file chooser") and re.fullmatch(title, text)])
    time.sleep(1)
    picture(f"dialogue-{keys}")
    key(*keys.split())
    type_text(str(path))
    key("Return")


def test_window():
    """Its title, its language, no menu; it comes back where it was left."""
    start("ja_JP.UTF-8")
    there("link", "ナーツ.*")
    assert not menus(), menus()
    picture("ja")
    subprocess.run(["xdotool", "windowmove", its_id(), "300", "60", "windowsize", its_id(), "700", "820"], check=True)
    wait("the window at its new size", lambda: window()[2] >= 700)
    time.sleep(1)
    left = window()
    end = time.monotonic() + PATIENCE
    while running.poll() is None and time.monotonic() < end:
        # On a busy machine the window manager may miss a key.
        key("alt+F4")
        try:
            running.wait(5)
        except subprocess.TimeoutExpired:
            pass
    assert running.poll() == 0, "it ends when its window is closed"
    start("en_US.UTF-8")
    there("link", "Nerts first to.*")
    time.sleep(1)
    assert all(abs(a - b) <= 2 for a, b in zip(left, window())), f"left at {left}, opened at {window()}"


def test_killed():
    """A round by the mouse, half of another by the keyboard; then it is killed, and all of it is there again."""
    click("link", "Nerts first to.*")
    click("entry", "Name.*")
    type_text("Aiko who types faster than the page answers")
    there("entry", "Name Aiko who types faster than the page answers")
    key("ctrl+a")
    type_text("Aiko")
    key("Return")
    there("push button", ".*Aiko.*")
    type_text("Ken")
    key("Return")
    there("push button", ".*Ken.*")
    click("push button", "Start")
    for digit in "310185":
        click("push button", digit)
    click("push button", "Save round")
    there("push button", "Undo: round 1")
    click("toggle button", "Aiko, Played:")
    type_text("2")
    there("toggle button", "Aiko, Played: 2")
    picture("played")
    running.kill()
    running.wait()
    start("en_US.UTF-8")
    click("link", "Continue")
    there("table cell", "31 leads")
    there("toggle button", "Aiko, Played: 2")
    picture("found")


def test_files():
    """The system's dialogues to save and to open a file."""
    file = HOME / "everything.json"
    click("link", "Tables")
    click("link", "History")
    click("push button", "Save everything.*")
    in_dialogue(".*", "ctrl+a", file)
    saved = wait("the file", lambda: file.exists() and json.loads(file.read_text()))
    assert [len(session["log"]) > 0 for session in saved["sessions"]] == [True], saved
    click("section", "Import a file")
    in_dialogue(".*", "slash", str(file)[1:])
    there("status bar", ".*(already|known|here).*")
    picture("files")


try:
    for test in (test_window, test_killed, test_files):
        before = time.monotonic()
        test()
        print(f"ok - {test.__doc__.splitlines()[0]} ({time.monotonic() - before:.0f} s)", flush=True)
    assert (DATA / "takujo.redb").exists(), f"no data in {DATA}"
finally:
    if running and running.poll() is None:
        running.kill()
