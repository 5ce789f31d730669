"""The tutorial of scripts/README.md, done as a reader would: each step's code is loaded and run, and does what the text
says of it.

Usage: test_tutorial.py DROVER SOURCE_ROOT [--write-pictures]
"""

import csv
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

import markdown

program, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
readme = os.path.join(root, "scripts/README.md")
folder = tempfile.mkdtemp()
scenario = os.path.join(folder, "fox")
failures = 0
TICK_RATE = 60


def check(what, holds, why=""):
    global failures
    print(("ok: " if holds else "FAILED: ") + what + ("" if holds or why == "" else f": {why}"), flush=True)
    failures += not holds


def drover(*arguments):
    return subprocess.run([program, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          encoding="utf-8", check=False)


# Code


def read(name):
    with open(os.path.join(scenario, name), encoding="utf-8") as file:
        return file.read()


def write(name, text):
    path = os.path.join(scenario, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def apply_diff(text):
    """Each part names its file; what it has without its + lines is there once, and becomes what it has without its -."""
    for name, lines in re.findall(r"@@ (\S+) @@\n((?:[ +-].*\n)*)", text):
        lines = lines.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] != "+")
        new = "".join(line[1:] for line in lines if line[0] != "-")
        before = read(name)
        check(f"the change of {name} fits", before.count(old) == 1, f"{before.count(old)} places for\n{old}")
        write(name, before.replace(old, new, 1))


def steps():
    """The headings of the tutorial with their blocks."""
    found = {}
    for block in markdown.blocks(readme):
        if re.match(r"\d+\. ", block.heading):
            found.setdefault(block.heading, []).append(block)
    return found


def pictures():
    """Of each step the command that makes its picture."""
    found, heading = {}, ""
    for line in markdown.prose(readme).split("\n"):
        heading = line.strip("# ") if line.startswith("#") else heading
        command = re.match(r"`drover (run fox .*--screenshot (\S+\.png))`$", line)
        if command:
            found[heading] = command.groups()
    return found


# Runs


class Agent:
    def __init__(self, row):
        self.id, self.kind, self.state = int(row["id"]), row["kind"], row["state"]
        self.x, self.y, self.vx, self.vy = (float(row[name]) for name in ("x", "y", "vx", "vy"))

    def distance(self, other):
        return math.hypot(self.x - other.x, self.y - other.y)


class Run:
    """Agents by kind at each tick, and the monitors."""

    def __init__(self, seed, ticks, agents):
        done = drover("run", "fox", "--headless", "--seed", str(seed), "--ticks", str(ticks), "--report", "monitors.csv",
                      *(["--record", "agents.csv"] if agents else []))
        check(f"seed {seed} runs without complaint", done.returncode == 0 and not done.stderr, done.stderr)
        self.ticks = [{"fox": [], "rabbit": []} for _ in range(ticks)]
        for row in self.rows("agents.csv") if agents else []:
            self.ticks[int(row["tick"]) - 1][row["kind"]].append(Agent(row))
        self.monitors = [{name: float(row[name]) for name in row if not name.startswith("set.")}
                         for row in self.rows("monitors.csv") if row["tick"] != "0"]

    @staticmethod
    def rows(name):
        with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file)

    def switches(self, kind):
        """Tick, agent before, and agent after of each switch of a state."""
        for tick in range(1, len(self.ticks)):
            before = {agent.id: agent for agent in self.ticks[tick - 1][kind]}
            for agent in self.ticks[tick][kind]:
                if agent.id in before and agent.state != before[agent.id].state:
                    yield tick, before[agent.id], agent


def runs(ticks, seeds=(1, 2), agents=True):
    return [Run(seed, ticks, agents) for seed in seeds]


class OpenRun:
    """The run that a reader leaves open: it takes each step's files while it runs."""

    def __init__(self):
        self.process = subprocess.Popen([program, "run", "fox", "--headless", "--paused"], cwd=folder, encoding="utf-8",
                                        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def reload(self):
        self.process.stdin.write("reload\nstep 120\n")
        self.process.stdin.flush()
        answer = ""
        while "paused at tick" not in answer:
            line = self.process.stderr.readline()
            if not line:
                break
            answer += line
        check("a run that is open takes it over", "accepted" in answer and "rolled back" not in answer, answer)

    def end(self):
        self.process.stdin.write("quit\n")
        self.process.communicate()
        check("and ends well", self.process.returncode == 0, self.process.returncode)


# What the text says


def a_fox():
    for run in runs(900):
        near = [min(fox.distance(rabbit) for rabbit in tick["rabbit"]) for tick in run.ticks for fox in tick["fox"]]
        check("the fox runs from rabbit to rabbit", near[0] > 1.5 and max(near[600:]) < 5, (near[0], max(near[600:])))
        fastest = max(math.hypot(rabbit.vx, rabbit.vy) for tick in run.ticks for rabbit in tick["rabbit"])
        check("and nobody minds", fastest < 1, fastest)


def sight():
    for run in runs(900):
        hidden = most = 0
        for before, monitors in zip(run.ticks, run.monitors[1:]):
            fox = before["fox"][0]
            heading = math.atan2(fox.vy, fox.vx)
            ahead = 0
            for rabbit in before["rabbit"]:
                bearing = math.atan2(rabbit.y - fox.y, rabbit.x - fox.x) - heading
                ahead += fox.distance(rabbit) < 15.5 and abs(math.remainder(bearing, 2 * math.pi)) < math.radians(62)
            hidden = max(hidden, ahead - monitors["in_sight"])
            most = max(most, monitors["in_sight"] - ahead)
        check("the fox sees what is ahead", most <= 0, most)
        check("but not behind bushes", hidden > 0, hidden)


def states():
    caught = 0
    for run in runs(2400):
        started = [min(before.distance(fox) for fox in run.ticks[tick - 1]["fox"])
                   for tick, before, after in run.switches("rabbit") if after.state == "running"]
        check("rabbits run from a fox within 8 m", started and max(started) <= 8, started)
        met = {agent.state for tick in run.ticks for agent in tick["fox"]}
        check("the fox prowls, chases, and rests", met == {"prowling", "chasing", "resting"}, met)
        caught += len(run.ticks[0]["rabbit"]) - len(run.ticks[-1]["rabbit"])
    check("some rabbits are too slow", caught > 0)


def in_the_open():
    share = rabbits = 0
    for run in runs(2400, agents=False):
        share += sum(row["in_the_open"] * row["running"] for row in run.monitors)
        rabbits += sum(row["running"] for row in run.monitors)
    return share / rabbits


def composed():
    after = in_the_open()
    composing = read("rabbit.lua")
    write("rabbit.lua", former["rabbit.lua"])
    before = in_the_open()
    write("rabbit.lua", composing)
    check("rabbits that only run are in the open over 90 % of the time", before > 0.9, before)
    check("those that compose, less than half of it", after < 0.5, after)


def catches(run):
    """The ticks at which there is a rabbit less."""
    return [tick for tick in range(1, len(run.ticks)) if len(run.ticks[tick]["rabbit"]) < len(run.ticks[tick - 1]["rabbit"])]


def memory():
    meals = 0
    for run in runs(2400):
        chases = [tick for tick, _, fox in run.switches("fox") if fox.state == "chasing"]
        for meal in catches(run):
            meals += 1
            next_chase = min((tick for tick in chases if tick > meal), default=len(run.ticks))
            check("after a meal rabbits are left alone for 18 s", next_chase - meal >= 18 * TICK_RATE - 2
                  or next_chase == len(run.ticks), next_chase - meal)
    check("the fox has meals", meals > 0)


def group():
    for run in runs(2400):
        leaders = [[fox.id for fox in tick["fox"] if fox.state == "leading"] for tick in run.ticks]
        check("at most one leads", max(map(len, leaders)) == 1)
        check("and not always the same", len({fox for leading in leaders for fox in leading}) > 1)
        together = max(sum(fox.state == "chasing" for fox in tick["fox"]) for tick in run.ticks)
        check("all three give chase", together == 3, together)
        for tick in catches(run):
            fed = [fox.id for fox in run.ticks[tick]["fox"] if fox.state == "resting"]
            leading = next((leading for leading in leaders[tick + 1:] if leading), [])
            check("the one with the catch does not lead next", fed and fed[0] not in leading, (fed, leading))


def schema():
    for run in runs(2400):
        meals = [fox for _, before, fox in run.switches("fox") if fox.state == "eating"]
        far = [math.hypot(fox.x - 30, fox.y - 22) for fox in meals]
        check("foxes eat at the den", far and max(far) < 1, far)
        carried = sum(before.state == "chasing" and after.state == "carrying" for _, before, after in run.switches("fox"))
        check("what they carried there", carried > 0 and carried >= len(meals), (carried, len(meals)))


def tested():
    run = drover("test", "fox")
    check("its tests pass", run.returncode == 0 and "2 passed, 0 failed" in run.stdout, run.stdout + run.stderr)


def without_times(text):
    return re.sub(r"\d+\.\d s", "_ s", text).strip()


def tests_print(text):
    run = drover("test", "fox")
    check("a test fails as the text shows", without_times(run.stdout) == without_times(text), run.stdout + run.stderr)


claims = {"1": a_fox, "2": sight, "3": states, "4": composed, "5": memory, "6": group, "7": schema, "8": tested}
former = {}
left_open = None

try:
    os.mkdir(scenario)
    done = 0
    for heading, blocks in steps().items():
        number = heading.split(".")[0]
        if number not in claims:
            continue
        print(f"-- {heading}")
        former = {name: read(name) for name in os.listdir(scenario) if name.endswith(".lua")}
        for block in blocks:
            if block.language == "diff":
                apply_diff(block.text)
            elif block.file():
                write(block.file(), block.text)
            else:
                tests_print(block.text)
        fine = drover("check", "fox", "--ticks", "10")
        check("its code is fine", fine.returncode == 0, fine.stderr)
        if left_open is None:
            left_open = OpenRun()
        elif former != {name: read(name) for name in former}:
            left_open.reload()
        claims[number]()
        done += 1
        if heading not in pictures():
            continue
        command, picture = pictures()[heading]
        drawn = drover(*command.split())
        check("its picture can be made", drawn.returncode == 0 and os.path.getsize(os.path.join(folder, picture)) > 0)
        committed = os.path.join(root, "scripts/tutorial", picture)
        if "--write-pictures" in sys.argv:
            shutil.copyfile(os.path.join(folder, picture), committed)
        check("and is there", os.path.exists(committed), committed)
    left_open.end()
    check("every step was done", done == len(claims), done)
    check("every picture belongs to a step", set(os.listdir(root + "/scripts/tutorial")) ==
          {picture for _, picture in pictures().values()}, pictures())
finally:
    if left_open and left_open.process.poll() is None:
        left_open.process.kill()
    shutil.rmtree(folder)

sys.exit(failures > 0)
