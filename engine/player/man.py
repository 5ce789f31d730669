"""Print the manual page of drover, made of what the program says of itself: man.py DROVER VERSION."""
import re
import subprocess
import sys

program, version = sys.argv[1:]


def help_of(*command):
    return subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True).stdout.strip()


def escape(line):
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line.startswith((".", "'")) else line


def verbatim(text):
    return [".nf", *map(escape, text.splitlines()), ".fi"]


summary, rest = help_of().split("\n\n", 1)
commands, notes = rest.split("\n\n", 1)
names = re.findall(r"^  drover ([a-z]+) ", commands, re.M)

page = [f'.TH DROVER 1 "" "Drover {version}"', ".SH NAME", "drover \\- run simulations of agents that Lua scripts describe"]
page += [".SH SYNOPSIS", *verbatim(commands), ".SH DESCRIPTION", *map(escape, summary.splitlines()), ".PP", *verbatim(notes)]
page.append(".SH COMMANDS")
for command in names:
    page += [f".SS {command}", *verbatim(help_of(command))]
page += [".SH FILES", ".TP", "share/drover/samples", "samples to start from, found next to the program",
         ".TP", "share/drover/types/drover.lua", "what editors with lua\\-language\\-server know of drover"]
print("\n".join(page))
