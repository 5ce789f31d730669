"""Documents, samples, and texts of the program are written in American English.

Usage: test_spelling.py DROVER SOURCE_ROOT
"""

import glob
import os
import re
import subprocess
import sys

program, root = sys.argv[1], sys.argv[2]
# As they are quoted from others.
TITLES = ["A behavioural car-following model"]
FOREIGN = re.compile(r"\b(metres?|colour\w*|neighbour\w*|behaviour\w*|kerbs?|anew|for ever|manieth|whilst)\b", re.I)
failures = 0


def texts():
    """Pairs of where a text is, and the text."""
    patterns = ("*.md", "bindings/*.md", "engine/*.md", "engine/player/*.md", "engine/player/bundle/*.txt", "scripts/*.md",
                "scripts/new/**/*.*", "scripts/types/interface.lua", "tests/*.md", "tests/bench/*.md", "samples/**/*.md",
                "samples/**/*.lua")
    for pattern in patterns:
        for path in glob.glob(os.path.join(root, pattern), recursive=True):
            with open(path, encoding="utf-8") as file:
                yield os.path.relpath(path, root), file.read()
    for command in [], *([name] for name in re.findall(r"^  drover ([a-z]+) ", output("--help"), re.M)):
        yield " ".join(["drover", *command, "--help"]), output(*command, "--help")
    yield "drover help --all", output("help", "--all")


def output(*arguments):
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


for where, text in texts():
    for title in TITLES:
        text = re.sub(r"[\s-]+".join(re.split(r"[\s-]+", title)), "", text)
    for number, line in enumerate(text.split("\n"), 1):
        for word in FOREIGN.findall(line):
            failures += 1
            print(f"FAILED: {where}:{number}: {word}")

print(f"{failures} words")
sys.exit(failures > 0)
