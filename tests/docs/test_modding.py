"""The chapter on mods in samples/README.md, done as a reader would: each step's code is loaded and run, and does what the
text says of it.

Usage: test_modding.py DROVER SOURCE_ROOT
"""

import csv
import os
import re
import subprocess
import sys
import tempfile

import markdown

program, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sample = "samples/caribou"
folder = tempfile.mkdtemp()
os.symlink(os.path.join(root, "samples"), os.path.join(folder, "samples"))
failures = 0


def check(what, holds, why=""):
    global failures
    print(("ok: " if holds else "FAILED: ") + what + ("" if holds or why == "" else f": {why}"), flush=True)
    failures += not holds


def drover(*arguments):
    return subprocess.run([program, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          encoding="utf-8", check=False)


def run(*arguments):
    """The rows of the report of a minute."""
    done = drover("run", sample, "--mod", "limp", "--headless", "--ticks", "3600", "--report", "report.csv", *arguments)
    check(f"it runs {' '.join(arguments)}".strip(), done.returncode == 0, done.stderr)
    with open(os.path.join(folder, "report.csv"), encoding="utf-8") as file:
        return list(csv.DictReader(file))


steps = {}
for block in markdown.blocks(os.path.join(root, "samples/README.md")):
    if block.file() == "limp/init.lua":
        steps[block.heading] = block
    elif block.language == "sh" and "--mod limp" in block.text:
        for command in re.findall(r"drover (.*)\n", block.text):
            steps.setdefault("commands", []).append(command)
check("the chapter has its steps", len(steps) == 5, list(steps))

commands = steps.pop("commands")
written = drover(*commands[0].split())
check("the first command writes a mod", written.returncode == 0, written.stderr)
check("the second command runs it", commands[1] == f"run {sample} --mod limp", commands[1])
shot = drover(*commands[1].split(), "--headless", "--ticks", "30")
check("as it says", shot.returncode == 0, shot.stderr)

for heading, block in steps.items():
    with open(os.path.join(folder, "limp/init.lua"), "w", encoding="utf-8") as file:
        file.write(block.text)
    checked = drover("check", sample, "--mod", "limp", "--ticks", "60")
    check(f"{heading}: it is fine", checked.returncode == 0, checked.stderr)
    rows = run()
    check(f"{heading}: the pack hunts", any(float(row["hunting"]) > 0 for row in rows))

behind = [sum(float(row["limp.behind"]) for row in run("--set", f"limp.pain={pain}", "--seed", str(seed)))
          for pain in (0, 0.9) for seed in (1, 2, 3)]
check("who limps is behind", sum(behind[3:]) > sum(behind[:3]), behind)
listed = drover(*commands[2].split())
check("the last command lists what changed", "wolf.states.running.step" in listed.stdout, listed.stdout)

with open(os.path.join(folder, "limp/init.lua"), "w", encoding="utf-8") as file:
    file.write(next(iter(steps.values())).text.replace('"wolf"', '"wlof"'))
wrong = drover("check", sample, "--mod", "limp")
check("a mistake has its line and the right name",
      "limp/init.lua:4:" in wrong.stderr and "(wolf?)" in wrong.stderr, wrong.stderr)
sys.exit(failures > 0)
