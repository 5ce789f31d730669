"""The bundle in a root of its own, where there is nothing but what SDL2's run-time packages bring to a bare Debian: it
is small, unpacks, and opens the first sample in a few seconds of processor time.

Usage: test_bundle.py MAKE BUNDLED_PROGRAM SOURCE_ROOT DROVER

DROVER is the program of this build, which needs more than is there: the root is bare indeed. Entering a root takes root,
or a kernel that lets others have a namespace; elsewhere the test is skipped.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

make, bundled, source_root, program = map(os.path.abspath, sys.argv[1:5])
folder = tempfile.mkdtemp()
bundle = os.path.join(folder, "drover-0-linux.tar.xz")
root = os.path.join(folder, "root")
CHROOT = shutil.which("chroot", path="/usr/sbin:/usr/bin") or "chroot"
enter = [CHROOT] if os.getuid() == 0 else ["/usr/bin/unshare", "--user", "--map-root-user", CHROOT]
RUN = ["run", "samples/caribou", "--ticks", "30"]
DRAW = [*RUN, "--headless", "--screenshot", "first.png"]
failures = 0


def check(what, holds, why=""):
    global failures
    print(("ok: " if holds else "FAILED: ") + what + ("" if holds or why == "" else f": {why}"), flush=True)
    failures += not holds


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


def bare_debian():
    """The packages of the base system with apt, and what SDL2 depends on; of alternatives those that are installed."""
    depends, provides, found = {}, {}, []
    fields = "${Package}\t${Essential}\t${Pre-Depends}, ${Depends}\t${Provides}\n"
    for line in output("dpkg-query", "--show", "--showformat", fields).splitlines():
        name, essential, needs, gives = line.split("\t")
        depends[name] = [re.split(r"[ :(]", need)[0] for need in re.split(r"[,|]\s*", needs)]
        for given in re.split(r",\s*", gives):
            if given:
                provides.setdefault(given.split(" ")[0], []).append(name)
        if essential == "yes":
            found.append(name)
    if "libsdl2-2.0-0" not in depends:
        skip("SDL2 is not of a package")
    found += ["libsdl2-2.0-0", "apt"]
    for name in found:
        for need in depends[name]:
            found += [real for real in [need] + provides.get(need, []) if real in depends and real not in found]
    return found


def make_root():
    os.makedirs(root + "/usr")
    for name in "bin", "lib", "lib64", "sbin":
        if os.path.islink("/" + name):
            os.symlink(os.readlink("/" + name), f"{root}/{name}")
    for line in output("dpkg-query", "--listfiles", *bare_debian()).splitlines():
        is_library, is_tool = re.search(r"\.so(\.|$)", line), re.search(r"/bin/(sh|dash|readlink)$", line)
        if not (is_library or is_tool) or os.path.isdir(line) or not os.path.exists(line):
            continue
        place = os.path.join(os.path.realpath(root + os.path.dirname(line)), os.path.basename(line))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if not os.path.lexists(place):
            shutil.copy2(line, place, follow_symlinks=False)
    os.mkdir(root + "/tmp")


def inside(command, **environment):
    """Run a command of the root in it."""
    return subprocess.run(
        [*enter, root, "/" + command[0], *command[1:]], cwd=unpacked, capture_output=True, encoding="utf-8", check=False,
        env={"SDL_VIDEODRIVER": "dummy", "HOME": "/tmp", "PATH": "/usr/bin:/bin", **environment}, stdin=subprocess.DEVNULL,
    )


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read(path):
    with open(path, "rb") as file:
        return file.read()


try:
    if not shutil.which("dpkg-query"):
        skip("this is no Debian")
    if subprocess.run([*enter, "/", "/bin/true"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        skip("a root of its own is not allowed here")
    subprocess.run([make, bundled, source_root, "0", bundle], check=True)
    make_root()

    check("the bundle has less than 10 MB", os.path.getsize(bundle) < 10e6, os.path.getsize(bundle))
    before = processor_time()
    subprocess.run(["tar", "-x", "-f", bundle, "-C", root], check=True)
    [name] = [name for name in os.listdir(root) if name.startswith("drover-")]
    unpacked = os.path.join(root, name)
    for wanted in ("drover", "README.md", "START-HERE.txt", "LICENSE", "licenses", "lib/fonts/DejaVuSans.ttf",
                   "samples/caribou/main.lua", "scripts/README.md", "scripts/types/drover.lua", "bindings/README.md"):
        check(f"it has {wanted}", os.path.exists(os.path.join(unpacked, wanted)))

    # chroot starts in the root's /.
    os.symlink(name + "/samples", root + "/samples")
    shutil.copy2(program, root + "/drover-of-this-build")
    lacking = inside(["drover-of-this-build", "--version"])
    check("the root lacks what this build is linked to", "error while loading shared libraries" in lacking.stderr,
          lacking.stderr)

    # A program learns its own place, beside which the fonts are, from /proc.
    os.makedirs(root + "/proc/self")
    os.symlink(f"/{name}/lib/drover", root + "/proc/self/exe")
    opened = inside([name + "/drover", *RUN])
    check("the first sample opens in a window", opened.returncode == 0 and not opened.stderr, opened.stderr)
    used = processor_time() - before
    check("in less than 10 s of processor time, unpacking included", used < 10, f"{used:.1f} s")

    # Fonts are what a bare system has none of: the picture shows whether they were found.
    subprocess.run([unpacked + "/drover", *DRAW], cwd=root, check=True, stdin=subprocess.DEVNULL)
    picture = read(root + "/first.png")
    inside([name + "/drover", *DRAW])
    check("its picture is that of an outfitted system", read(root + "/first.png") == picture)
    shutil.rmtree(unpacked + "/lib/fonts")
    inside([name + "/drover", *DRAW])
    check("which has other letters without the fonts it brings", read(root + "/first.png") != picture)

    made = inside([name + "/drover", "new", "/tmp/meadow"])
    fine = inside([name + "/drover", "check", "/tmp/meadow"])
    check("a new scenario is fine", made.returncode == 0 and fine.returncode == 0, made.stderr + fine.stderr)

    os.makedirs(root + "/tmp/plan")
    with open(root + "/tmp/plan/plan.wkt", "w", encoding="utf-8") as file:
        file.write("POLYGON ((0 0, 4 0, 4 3, 0 0))\n")
    with open(root + "/tmp/plan/main.lua", "w", encoding="utf-8") as file:
        file.write("local drover = require 'drover' print(drover.data('plan.wkt').area)\n"
                   "return drover.scenario { kinds = { drover.kind('ant', {}) } }\n")
    planned = inside([name + "/drover", "run", "/tmp/plan", "--headless", "--ticks", "1"])
    check("it reads a plan", planned.stdout.startswith("6.0\n"), planned.stdout + planned.stderr)

    offered = inside([name + "/drover"], SDL_VIDEODRIVER="none")
    check("by itself it offers the samples that it brings", "samples/caribou Caribou and wolves" in offered.stdout, offered.stdout)

    for path, _, names in os.walk(root + "/usr/lib"):
        for library in names:
            if library.startswith("libSDL2"):
                os.remove(os.path.join(path, library))
    refused = inside([name + "/drover", *RUN])
    check("without SDL2 it says what to type", refused.returncode == 1 and "apt-get install libsdl2-2.0-0" in refused.stderr,
          refused.stderr)
finally:
    shutil.rmtree(folder)

sys.exit(failures > 0)
