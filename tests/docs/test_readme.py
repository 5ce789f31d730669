"""The README as a reader pastes it: every shell block in one shell, in order, in a copy of the tree.

Usage: test_readme.py DROVER SOURCE_ROOT

Packages are not installed and nothing is built: apt-get, sudo, and meson are stand-ins, and what `meson compile` builds
is the program of this build. Everything else runs as written. Windows open on SDL's dummy display and close after a
second.
"""

import os
import shutil
import subprocess
import sys
import tempfile

import markdown

program, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
readme = os.path.join(root, "README.md")
folder = tempfile.mkdtemp()
clone = os.path.join(folder, "drover")
log = os.path.join(folder, "log")
failures = 0

MESON = f"""#!/bin/sh
case "$1 $2 $*" in
"setup build "*-Dtests=disabled*) mkdir -p build/engine/player ;;
"compile -C "*build) cp "{folder}/drover-in-window" build/engine/player/drover ;;
"setup build-test "*-Dtests=enabled* | "test -C "*build-test*) ;;
*)
    echo "meson: not a command of the README: $*" >&2
    exit 1
    ;;
esac
"""

# A reader closes the window some time.
DROVER = f"""#!/bin/sh
case "$*" in
run*--headless* | [!r]*) end= ;;
*) end="--ticks 60" ;;
esac
"{program}" "$@" $end
status=$?
echo "$status $*" >>"{log}"
exit $status
"""


def check(what, holds, why=""):
    global failures
    print(("ok: " if holds else "FAILED: ") + what + ("" if holds or not why else f": {why}"), flush=True)
    failures += not holds


def write(path, text, mode=0o644):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def paste(*documents):
    """Run all that the documents have for a shell, in one."""
    os.mkdir(folder + "/bin")
    write(folder + "/bin/meson", MESON, 0o755)
    for name in "apt-get", "sudo":
        write(folder + "/bin/" + name, "#!/bin/sh\n", 0o755)
    write(folder + "/drover-in-window", DROVER, 0o755)
    os.mkdir(clone)
    shutil.copytree(root + "/samples", clone + "/samples")
    script = ["set -euo pipefail"]
    for document in documents:
        for number, block in enumerate(markdown.blocks(document)):
            here = f"{os.path.relpath(document, root)}:{block.line}"
            if block.file():
                write(f"{folder}/{number}.lua", block.text)
                script.append(f"cp {folder}/{number}.lua {block.file()}")
            elif block.language == "sh":
                script += [f"echo {here} >{folder}/at", block.text]
    write(folder + "/script", "\n".join(script))
    environment = {**os.environ, "PATH": f"{folder}/bin:/usr/bin:/bin", "SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(["bash", folder + "/script"], cwd=clone, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
    with open(folder + "/at", encoding="utf-8") as file:
        check("every line runs as pasted", done.returncode == 0, f"{file.read().strip()}\n{done.stdout}")
    with open(log, encoding="utf-8") as file:
        return file.read().splitlines()


def links_lead_somewhere(path):
    for line, target in markdown.links(path):
        where, _, anchor = target.partition("#")
        if ":" in where:
            continue
        goal = os.path.normpath(os.path.join(os.path.dirname(path), where)) if where else path
        here = f"{os.path.relpath(path, root)}:{line}: {target}"
        if not os.path.exists(goal):
            check("links lead to files", False, here)
        elif anchor and anchor not in markdown.anchors(goal):
            check("links lead to headings", False, here)


def documents():
    """Every Markdown file of the tree; builds are not of it."""
    for path, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "build"))]
        yield from (os.path.join(path, name) for name in files if name.endswith(".md"))


def the_message_is_what_drover_says():
    said = next(block.text for block in markdown.blocks(readme) if "(arrival?)" in block.text)
    with open(clone + "/moths.lua", encoding="utf-8") as file:
        good = file.read()
    write(clone + "/moths.lua", good.replace("arrival", "arival"))
    run = subprocess.run([program, "check", "moths.lua"], cwd=clone, capture_output=True, encoding="utf-8", check=False)
    check("a mistake gives the message that the README shows", said.strip() in run.stderr, run.stderr)


def the_commands_are_those_of_the_program():
    listed = next(block.text for block in markdown.blocks(root + "/engine/player/README.md") if "drover run SCENARIO  " in block.text)
    shown = subprocess.run([program, "--help"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    of_program = [line.strip() for line in shown.splitlines() if line.startswith("  drover ")]
    other = [line for line in listed.splitlines() if line and line not in of_program]
    check("the commands that the program's README lists are as it says", not other, other)


try:
    check("the README has at most 14 kB", os.path.getsize(readme) <= 14000, os.path.getsize(readme))
    ran = paste(readme, root + "/engine/player/README.md")
    for command in "run samples/caribou", "run moths.lua", "new meadow", "run meadow":
        check(f"drover {command} is on the PATH and runs", "0 " + command in ran, ran)
    the_message_is_what_drover_says()
    the_commands_are_those_of_the_program()
    for document in documents():
        links_lead_somewhere(document)
    print("ok: links were followed")
finally:
    shutil.rmtree(folder)

sys.exit(failures > 0)
