"""The control socket of a run: commands, events, and what clients may do to it, which is no harm.

Usage: test_control.py PROGRAM headless|window README. A window opens on SDL's dummy display.
"""

import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time

program, mode, readme = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
folder = tempfile.mkdtemp()
scenario = os.path.join(folder, "herd")
path = os.path.join(folder, "socket")
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["XDG_STATE_HOME"] = os.path.join(folder, "state")
failures = 0

MAIN = """local drover = require "drover"
return drover.scenario { kinds = { require "walker" },
  settings = { drover.slider("pace", 1, { min = 0, max = 9 }) },
  setup = function(world) world:scatter("walker", 20) end }
"""


def check(what, holds):
    global failures
    print(("ok: " if holds else "FAILED: ") + what, flush=True)
    failures += not holds


def save(rest=""):
    text = 'local drover = require "drover"\nreturn drover.kind("walker", { speed = 1,\n  %s\n})\n'
    with open(scenario + "/next", "w") as file:
        file.write(text % rest)
    os.rename(scenario + "/next", scenario + "/walker.lua")


def arguments(*more):
    show = ["--headless"] if mode == "headless" else []
    return [program, "run", "herd", *show, "--watch", "--speed", "1", "--control", path, *more]


class Client:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(300)
        self.lines = self.socket.makefile("rb")
        self.events = []
        self.shown = []  # events of the window, which come when it has drawn

    def send(self, data):
        self.socket.sendall(data)

    def read(self):
        line = self.lines.readline()
        answer = json.loads(line) if line else None
        if answer and answer.get("event") == "shown":
            self.shown.append(answer)
            return self.read()
        return answer

    def ask(self, request):
        self.send((request if isinstance(request, bytes) else json.dumps(request).encode()) + b"\n")
        while "event" in (answer := self.read()):
            self.events.append(answer)
        return answer

    def command(self, command):
        return self.ask({"id": 7, "command": command})

    def event(self):
        return self.events.pop(0) if self.events else self.read()


def is_shown(client, count):
    """Whether the window comes to tell of so many saves that it shows."""
    while len(client.shown) < count and client.command("status"):
        time.sleep(0.02)
    return all(shown["milliseconds"] is None or shown["milliseconds"] > 0 for shown in client.shown)


def start(*more):
    global run
    run = subprocess.Popen(arguments(*more), cwd=folder, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while run.poll() is None:
        try:
            client = Client()
        except OSError:
            time.sleep(0.02)
            continue
        client.command("status")  # once that is answered the scenario has been loaded
        return client
    sys.exit("the run ended: " + run.stderr.read().decode())


def end(client):
    answer = client.command("quit")
    check("quit is answered", answer["ok"])
    check("the run ends well", run.wait() == 0)
    check("and removes its socket", not os.path.exists(path))


def refusal(*more):
    """The message of a run that does not start."""
    done = subprocess.run(arguments(*more), cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
    return done.stderr.decode() if done.returncode != 0 else ""


def commands_are_answered():
    client = start("--paused")
    check("only its owner may open it", stat.S_IMODE(os.stat(path).st_mode) == 0o600)
    check("status", client.command("status")["text"].startswith("tick 0 "))
    check("the number comes back", client.ask({"id": 3.5, "command": "status"})["id"] == 3.5)
    check("or the name", client.ask({"id": "a\u00fc", "command": "status"})["id"] == "a\u00fc")
    check("without one it is null", client.ask({"command": "status"})["id"] is None)
    check("step", client.command("step 90") == {"id": 7, "ok": True, "text": "paused at tick 90"})
    check("rewind", client.command("rewind 1")["text"].startswith("rewound to tick "))
    check("set", client.command("set pace=3") == {"id": 7, "ok": True, "text": "pace is 3"})
    answer = client.command("set pace=30")
    check("a value that cannot be is refused", not answer["ok"] and "pace" in answer["text"])
    answer = client.command("stpe")
    check("so is an unknown command", not answer["ok"] and "step?" in answer["text"])
    check("and an undo of nothing", not client.command("undo")["ok"])
    check("an answer may be empty", client.command("lua ''") == {"id": 7, "ok": True, "text": ""})
    check("help lists them all", "reload!" in client.command("help")["text"])
    for command, text in (
        ("fit", "showing everything"), ("zoom in", "zoomed in"), ("pan up", "moved up"), ("trails", "trails on"),
        ("trails on", "trails on"), ("thoughts off", "thoughts off"),
        ("density", "density on"), ("density on", "density on"), ("density off", "density off"), ("density auto", "density auto"),
        ("density much", "density takes on, off, or auto, not 'much'"), ("speed 2", "speed 2"), ("speed faster", "speed 4"),
        ("speed max", "speed max"), ("keys", "keys on"), ("escape", "closed the page of keys"), ("console", "console on"), ("console on", "console on"),
        ("escape", "closed the console"), ("find walker", "walker#1"), ("find walker", "walker#2"), ("find 20", "walker#20"),
        ("find walker", "walker#1"), ("find walker#7", "walker#7"), ("find", "find what?"), ("escape", "closed find"),
        ("follow", "follow on"), ("follow off", "follow off"),
        ("escape", "selected nothing"), ("zoom", "zoom takes in or out, not ''"),
        ("pan north", "pan takes left, right, up, or down, not 'north'"),
        ("speed 0", "speed takes a number above 0, max, slower, or faster, not '0'"),
        ("speed 2x", "speed takes a number above 0, max, slower, or faster, not '2x'"),
        ("trails maybe", "trails takes on or off, not 'maybe'"),
        ("comparison", "cannot compare: nothing has been reloaded yet"),
        ("find wolf#7", "no agent has 'wolf#7' as number, kind, state, or label"),
    ):
        answer = client.command(command)
        if mode == "headless":
            text = command.split()[0] + " needs a window, and this run has none"
        ok = mode == "window" and "takes" not in text and "no agent" not in text and "cannot" not in text
        check("%s: %s" % (command, text), answer == {"id": 7, "ok": ok, "text": text})
    end(client)


def a_run_pauses_at_a_tick():
    client = start("--pause-at", "300")
    while "paused yes" not in (status := client.command("status")["text"]):
        time.sleep(0.02)
    check("a run pauses at the tick", status.startswith("tick 300 "))
    check("and goes on at the speed it was given", status.endswith(" speed 1"))
    end(client)


def reloads_are_told():
    client, other = start(), Client()
    check("two can listen", other.command("status")["ok"])
    save("step = function() end,")
    event = client.event()
    check("a save that is accepted", event["event"] == "reload" and event["outcome"] == "accepted")
    check("has no place", event["file"] is None and event["line"] is None)
    if mode == "window":
        check("the window says when it shows it", is_shown(client, 1))
    save("step = function(self)\n    error 'late' end,")
    check("a save that fails is accepted first", client.event()["outcome"] == "accepted")
    event = client.event()
    check("and rolled back", event["outcome"] == "rolled back" and "late" in event["message"])
    check("with its place", event["file"] == "herd/walker.lua" and event["line"] == 4)
    check("down to the column", event["column"] == 5)
    check("and its tick", isinstance(event["tick"], int))
    save("return return")
    event = client.event()
    check("a save that cannot be loaded", event["outcome"] == "refused" and event["line"] == 3)
    check("at the token where parsing failed", event["column"] == 3)
    check("the message has no outcome", event["message"].startswith("herd/walker.lua:3: "))
    check("nothing else is wrong", event["further"] == [])
    save("boddy = {}, body = { radius = -1 },")
    event = client.event()
    check("of several mistakes", event["message"].startswith("herd/walker.lua:3: boddy: unknown key"))
    check("all are told", [line.split(": ")[1] for line in event["further"]] == ["body.radius"])
    save("return return")
    client.event()
    answer = client.command("reload!")
    check("tried again it is refused", not answer["ok"] and answer["text"].startswith("refused: "))
    check("and told", [e["outcome"] for e in client.events] == ["refused"])
    save("")
    events = [other.event() for _ in range(8)]
    check("the other client hears the same", [e["outcome"] for e in events] == [
        "accepted", "accepted", "rolled back", "refused", "refused", "refused", "refused", "accepted"])
    end(client)


def comparisons_are_answers():
    client = start("--paused", "--no-watch")
    answer = client.command("compare")
    check("nothing to compare is refused", not answer["ok"] and "nothing has been reloaded yet" in answer["text"])
    check("ghost on", client.command("ghost on")["text"] == "ghost: begins with the next accepted save")
    client.command("step 30")
    save("step = function(self) self.color = self.world.tick > 39 and 'tan' or nil end,")
    check("the save is taken", client.command("reload")["ok"])
    check("a ghost begins", [(e["event"], e["outcome"]) for e in client.events] == [
        ("reload", "accepted"), ("ghost", "began")])
    client.events.clear()
    client.command("step 9")
    check("it says nothing while nothing differs", not client.events)
    client.command("step 20")
    check("the difference is reported once", len(client.events) == 1)
    event = client.event()
    check("with its tick, agent and field", [event[key] for key in ("event", "outcome", "tick", "whose", "field")] == [
        "ghost", "diverged", 41, "walker#1", "color"])
    check("and both values", event["now"] == "#d2b48cff" and event["before"] == "#4a6fa5ff")
    check("as a message too", event["message"] == "diverged at tick 41: walker#1: color is #d2b48cff, "
          "under the old code #4a6fa5ff")
    lines = client.command("compare 12")["text"].split("\n")
    check("a comparison is the answer", lines[0] == "compared 12 ticks from tick 30")
    check("with agents by kind, before and now", ["all", "walker", "20", "20", "0"] in [line.split()[:5] for line in lines])
    client.command("back")
    event = client.event()
    check("its end is reported", event["outcome"] == "ended" and event["whose"] is None)
    check("with the reason", event["message"] == "ended at tick 59: the run went to another tick")
    check("the run goes on", client.command("step")["ok"])
    end(client)
    said = run.stderr.read().decode()
    check("stderr says the difference once", said.count("ghost: diverged") == 1)


def a_window_draws_while_it_obeys():
    client = start("--paused")
    other = Client()
    client.send(b'{"id":1,"command":"step 1000000000"}\n')
    save("-- saved during the steps")
    seen = []
    while "shown" not in seen and "answer" not in seen:
        seen.append(json.loads(client.lines.readline()).get("event", "answer"))
    check("the window shows what is saved while the run steps", seen == ["reload", "shown"])
    other.send(b'{"id":2,"command":"status"}\n')
    run.send_signal(signal.SIGINT)
    while "event" in (answer := client.read()):
        pass
    check("a signal ends the steps, and they are answered", answer["id"] == 1 and "paused at tick " in answer["text"])
    check("the run ends by the signal", run.wait() == 1)

    client = start("--no-watch", "--paused") # on a slow machine, some ticks would be over before the first step
    client.command("step 3000")
    client.command("rewind 40")
    client.send(b'{"id":1,"command":"rewind 5"}\n{"id":2,"command":"back 3"}\n{"id":3,"command":"status"}\n')
    answers = [client.read() for _ in range(3)]
    check("requests are obeyed in order", [answer["id"] for answer in answers] == [1, 2, 3])
    texts = [answer["text"].split(" agents")[0] for answer in answers]
    check(f"a rewind arrives before the next request {texts}", texts == [
        "rewound to tick 300", "paused at tick 297", "tick 297 time 4.95"])
    end(client)


def bad_requests_get_one_answer():
    client = start()
    for what, line in {
        "no JSON": b"{", "no object": b"[1]", "a number": b"1", "no command": b'{"id":1}',
        "a command that is no text": b'{"id":1,"command":2}', "bytes": b"\xff\xfe\x00\x01",
        "another key": b'{"id":1,"command":"status","x":1}', "a key twice": b'{"id":1,"id":2}',
        "an id that is a list": b'{"id":[1],"command":"status"}', "a zero": b'{"command":"a\\u0000"}',
        "two lines": b'{"command":"status\\nquit"}', "an empty command": b'{"command":" "}',
        "a long command": b'{"command":"%s"}' % (b"x" * 2000), "a long line": b"x" * 100000,
        "deep nesting": b"[" * 4000,
    }.items():
        answer = client.ask(line)
        check(what + " is refused", answer["ok"] is False and answer["text"])
    check("each was one answer", client.command("status")["ok"])
    client.send(b"\n\n  \n" + b'{"id":1,"command":"status"}\r\n')
    check("empty lines are none", client.read()["id"] == 1)
    client.send(b'{"id":2,"comm')
    time.sleep(0.05)
    client.send(b'and":"status"}\n{"id":3,"command":"status"}\n')
    check("a line in pieces is one", [client.read()["id"], client.read()["id"]] == [2, 3])
    client.send(b'{"id":4,"command":"status"}')
    client.socket.shutdown(socket.SHUT_WR)
    check("the last needs no end", client.read()["id"] == 4)
    check("who says no more is hung up on", client.read() is None)
    end(Client())


def nobody_holds_up_the_run():
    client = start()
    silent, deaf = Client(), Client()
    deaf.socket.setblocking(False)
    try:
        while True:
            deaf.send(b'{"id":1,"command":"help"}\n' * 100)
    except BlockingIOError:
        pass
    dead = Client()
    dead.send(b'{"id":1,"command":"status"}\n' * 50)
    dead.socket.close()
    dead.lines.close()
    def tick():
        return int(client.command("status")["text"].split()[1])
    first = tick()
    while tick() < first + 30:
        pass
    check("it goes on", True)
    many = [Client() for _ in range(40)]
    check("more than it takes are hung up on", many[-1].read() is None)
    check("others are not", client.command("status")["ok"])
    del silent, deaf, many
    end(client)


def what_stands_at_the_path_stays():
    with open(path, "w") as file:
        file.write("mine")
    check("a file is refused", "already exists and is not a socket" in refusal("--ticks", "1"))
    check("and stays", open(path).read() == "mine")
    os.remove(path)
    os.mkdir(path)
    check("a folder too", "already exists and is not a socket" in refusal("--ticks", "1"))
    os.rmdir(path)
    os.symlink("nowhere", path)
    check("a link too", "already exists and is not a socket" in refusal("--ticks", "1"))
    os.remove(path)
    client = start()
    check("a socket in use too", "another program is listening" in refusal("--ticks", "1"))
    check("and serves on", client.command("status")["ok"])
    run.send_signal(signal.SIGKILL)
    run.wait()
    check("a killed run leaves its socket", os.path.exists(path))
    client = start()
    check("which the next takes over", client.command("status")["ok"])
    os.remove(path)
    with open(path, "w") as file:
        file.write("mine")
    client.command("quit")
    run.wait()
    check("what was put in its place stays", open(path).read() == "mine")
    os.remove(path)
    start()
    run.send_signal(signal.SIGTERM)
    run.wait()
    check("a signal ends it cleanly", not os.path.exists(path))
    long = refusal("--control", "x" * 200)
    check("a long path is refused", "longer than" in long)
    check("so is a folder that is not there", "cannot" in refusal("--control", "nowhere/socket"))


def the_editor_example_works():
    if not shutil.which("vim"):
        print("skipped: no vim")
        return
    with open(readme) as file:
        script = re.search(r"```vim\n(.*?)```", file.read(), re.S).group(1)
    with open(folder + "/drover.vim", "w") as file:
        file.write(script)
    with open(folder + "/test.vim", "w") as file:
        file.write("""set nomore
source drover.vim
DroverOpen socket
Drover status
let s:looks = 0
while s:looks < 6000 && (empty(getqflist()) || execute('messages') !~ 'drover: tick ')
  sleep 50m
  let s:looks += 1
endwhile
redir! > said
messages
redir END
let s:error = get(getqflist(), 0, {})
call writefile([bufname(s:error.bufnr) .. ':' .. s:error.lnum], 'error')
quitall!
""")
    client = start()
    with open(folder + "/shown", "w") as shown:
        vim = subprocess.Popen(["vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "-S", "test.vim"], cwd=folder,
                               stdin=subprocess.DEVNULL, stdout=shown, stderr=shown)
    n = 0
    while vim.poll() is None:  # until it listens
        n += 1
        save("return return -- %d" % n)
        try:
            vim.wait(1)
        except subprocess.TimeoutExpired:
            pass
    said = open(folder + "/said").read()
    check("vim gets answers", "drover: tick " in said)
    check("without errors of its own " + " ".join(re.findall("E[0-9]+:.*", said)), not re.search("E[0-9]+:", said))
    check("and errors", "drover: refused: herd/walker.lua:3: " in said)
    check("in its quickfix list", open(folder + "/error").read() == "herd/walker.lua:3\n")
    check("which takes no more than thirty lines", len(script.strip().splitlines()) <= 36)
    end(client)


os.mkdir(scenario)
with open(scenario + "/main.lua", "w") as main:
    main.write(MAIN)
run = None
try:
    for case in [commands_are_answered, a_run_pauses_at_a_tick, reloads_are_told, comparisons_are_answers,
                 *([a_window_draws_while_it_obeys] if mode == "window" else []), bad_requests_get_one_answer, nobody_holds_up_the_run, what_stands_at_the_path_stays, the_editor_example_works]:
        print(case.__name__, flush=True)
        save()
        case()
finally:
    if run and run.poll() is None:
        run.kill()
    shutil.rmtree(folder)
sys.exit(1 if failures else 0)
