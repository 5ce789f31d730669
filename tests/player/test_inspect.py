#!/usr/bin/env python3
"""The inspector says of a past tick what it said on the way forward: after a step and back, after
going back by 1, 40, and 400 ticks, after doing those ticks again, and after undoing a save.

Usage: test_inspect.py PROGRAM FOLDER SEED SAMPLE...    FOLDER has the samples. Looks at 5 agents in
each of 20 ticks of every sample, and prints a row for each: how many values were compared, in how
many ticks an agent saw somebody, and in how many one had just changed its state.
"""

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time

program, samples = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
seed, names = int(sys.argv[3]), sys.argv[4:]
TICKS, AGENTS, CANDIDATES = 20, 5, 40
AGENT_IDS = ("lua (function() local all = {} for a in world:agents() do if %s then all[#all + 1] = a.id end end "
             "return 'agents ' .. table.concat(all, ' ') end)()")
HAS_CHANGED = "a.state and a.state_time < 0.9 and a.state_time < world.time - 0.05"
MOST_SEARCHED = 1500  # ticks of a sample that are done to find a change of state


class Run:
    """A paused run, driven over its control socket."""

    def __init__(self, scenario, folder, *options):
        path = os.path.join(folder, "socket")
        self.errors = open(os.path.join(folder, "errors"), "w+")
        self.process = subprocess.Popen(
            [program, "run", scenario, "--headless", "--paused", "--explain", "--watch", "--seed", "7",
             "--control", path, *options], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=self.errors)
        self.socket = socket.socket(socket.AF_UNIX)
        while self.socket.connect_ex(path) != 0:
            if self.process.poll() is not None:
                self.errors.seek(0)
                sys.exit(f"{scenario}: {self.errors.read()}")
            time.sleep(0.02)
        self.lines = self.socket.makefile("r")

    def ask(self, command):
        self.socket.sendall((json.dumps({"id": 1, "command": command}) + "\n").encode())
        while True:
            line = self.lines.readline()
            if not line:
                self.errors.seek(0)
                sys.exit(f"the run ended at: {command}\n{self.errors.read()}")
            answer = json.loads(line)
            if "ok" in answer:
                break
        if not answer["ok"]:
            sys.exit(f"{command}: {answer['text']}")
        return answer

    def tick(self):
        return int(self.ask("status")["text"].split()[1])

    def inspect(self, agent):
        return [(row["name"], row["value"]) for row in self.ask(f"inspect {agent}")["rows"]]

    def go_to(self, tick):
        now = self.tick()
        if tick != now:
            self.ask(f"step {tick - now}" if tick > now else f"back {now - tick}")
        if self.tick() != tick:
            sys.exit(f"not at tick {tick} but at {self.tick()}")

    def end(self):
        self.ask("quit")
        self.process.wait()
        self.socket.close()


def sees_somebody(rows):
    return any(name.startswith("sees ") for name, _ in rows)


def has_just_changed(rows):
    first = dict(rows).get("why.1", "")
    return "just now" in first or any(f" 0.{tenth} s ago" in first for tenth in range(10))


def agents(run, condition="true"):
    return run.ask(AGENT_IDS % condition)["text"].strip().strip('"').split()[1:]


def choose_agents(run, chance):
    """The rows of some agents: rather of those that see somebody or have just changed their states."""
    ids, changed = agents(run), agents(run, HAS_CHANGED)
    chosen = chance.sample(ids, min(CANDIDATES, len(ids))) + chance.sample(changed, min(AGENTS, len(changed)))
    found = {agent: run.inspect(agent) for agent in dict.fromkeys(chosen)}
    ranked = sorted(found, key=lambda agent: (not has_just_changed(found[agent]),
                                              not sees_somebody(found[agent])))
    return {agent: found[agent] for agent in ranked[:AGENTS]}


class Sample:
    def __init__(self, name):
        self.name, self.compared, self.differ, self.unknown = name, 0, [], 0

    def compare(self, run, known, tick, after):
        for agent, rows in known[tick].items():
            now = run.inspect(agent)
            self.compared += len(rows)
            if now == rows:
                continue
            was = [row for row in rows if row not in now][:2]
            new = [row for row in now if row not in rows][:2]
            self.differ.append(f"{self.name}, tick {tick}, agent {agent}, after {after}: {was} became {new}")

    def check(self, folder):
        chance = random.Random(f"{seed} {self.name}")
        scenario = os.path.join(folder, self.name)
        shutil.copytree(os.path.join(samples, self.name), scenario)
        run = Run(scenario, folder)
        known, tick, searched = {}, 0, 0
        for i in range(TICKS):
            tick += chance.randint(1, 30)
            run.go_to(tick)
            # Every other tick is one after a change, if there is one soon.
            while i % 2 == 0 and searched < MOST_SEARCHED and agents(run, "a.state") and not agents(run, HAS_CHANGED):
                ticks = chance.randint(10, 40)
                tick, searched = tick + ticks, searched + ticks
                run.go_to(tick)
            known[tick] = choose_agents(run, chance)
        ticks = sorted(known)
        run.ask("step")
        run.ask("back")
        self.compare(run, known, ticks[-1], "a step and back")
        run.ask("step 40")
        run.ask("back 40")
        self.compare(run, known, ticks[-1], "40 ticks and back")
        run.ask("step 400")
        run.ask("back 400")
        self.compare(run, known, ticks[-1], "400 ticks and back")
        for tick in reversed(ticks[:-1]):
            run.go_to(tick)
            self.compare(run, known, tick, "going back")
        for tick in ticks[1:]:
            run.go_to(tick)
            self.compare(run, known, tick, "doing it again")
        for tick in chance.sample(ticks, 6):
            run.go_to(tick)
            self.compare(run, known, tick, "going anywhere")
        with open(os.path.join(scenario, "main.lua"), "a+") as main:
            main.seek(0)
            text = main.read()
            main.seek(0)
            main.truncate()
            main.write("local _unused = 1\n" + text)
        run.ask("reload")
        run.ask("undo")
        self.compare(run, known, run.tick(), "undoing a save")
        for tick in chance.sample(ticks, 3):
            run.go_to(tick)
            self.compare(run, known, tick, "undoing a save and going back")
        run.end()
        looked = [list(agents.values()) for agents in known.values()]
        seeing = sum(any(sees_somebody(rows) for rows in agents) for agents in looked)
        changed = sum(any(has_just_changed(rows) for rows in agents) for agents in looked)
        unknown = sum(value == "–" for agents in looked for rows in agents for _, value in rows)
        if unknown:
            self.differ.append(f"{self.name}: {unknown} values were unknown on the way forward")
        print(f"{self.name:16} {self.compared:7} values, {len(self.differ):3} differ; in {TICKS} ticks, "
              f"{seeing:2} with somebody seen, {changed:2} with a change of state", flush=True)
        return seeing, changed


def check_unknown(folder):
    """After a load, and at tick 0, what a tick would have to tell is unknown, and nothing else."""
    scenario, file = os.path.join(samples, "caribou"), os.path.join(folder, "saved")
    derived = ("steering", "sees")
    run = Run(scenario, folder)
    at_first = run.inspect(75)
    run.ask("step 100")
    before = run.inspect(75)
    run.ask(f"save {file}")
    run.end()
    run = Run(scenario, folder, "--load", file)
    loaded = run.inspect(75)
    run.ask("step")
    after = run.inspect(75)
    run.end()
    faults = []
    for when, rows in ("at tick 0", at_first), ("after a load", loaded):
        for name, value in rows:
            if (value == "–") != name.startswith(derived):
                faults.append(f"{when}, {name}: {value}")
    known = [row for row in before if not row[0].startswith(derived + ("and", "can hear", "why"))]
    faults += [f"after a load, {row} is missing" for row in known if row not in loaded]
    faults += [f"after a tick, {row}" for row in after if row[1] == "–"]
    return faults


def main():
    seen = changes = 0
    different = []
    for name in names:
        folder = tempfile.mkdtemp()
        os.environ["XDG_STATE_HOME"] = folder
        sample = Sample(name)
        sees, changed = sample.check(folder)
        seen, changes = seen + sees, changes + changed
        different += sample.differ
        shutil.rmtree(folder)
    print(f"{len(names)} samples: {seen} of {len(names) * TICKS} ticks with somebody seen, {changes} with a "
          f"change of state, {len(different)} agents differ")
    folder = tempfile.mkdtemp()
    os.environ["XDG_STATE_HOME"] = folder
    different += check_unknown(folder)
    shutil.rmtree(folder)
    for line in different[:20]:
        print(line)
    sys.exit(1 if different else 0)


main()
