#!/usr/bin/env python3
"""What each endless loop of floods.lua costs until it comes to a limit, in `setup` and in `update`, under the limits that a
run has by default: at most 3 s of processor time and 512 MiB. Agents have a limit of their own, which no memory bounds.

Usage: flood_costs.py DROVER [METHOD...]. Prints the floods that cost most.
"""
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

MOST_SECONDS, MOST_MIB = 3, 512
SHOWN = 5
drover, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
source = (Path(__file__).parent / 'floods.lua').read_text()
ARE_BOUNDED_BY_COUNT = {'world.spawn', 'world.scatter'}


def run(folder, method, where):
    line = f'METHOD, WHERE = "{method}", "{where}"'
    (folder / 'main.lua').write_text(source.replace('METHOD, WHERE = "", "setup"', line))
    child = subprocess.Popen([drover, 'run', 'main.lua', '--headless', '--ticks', '100000'], cwd=folder,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, said, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def methods(folder):
    child = subprocess.run([drover, 'run', 'main.lua', '--headless', '--ticks', '0'], cwd=folder, capture_output=True,
                           text=True, check=True)
    return [line.split()[0] for line in child.stdout.splitlines() if line.endswith(' floods')]


resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
costs, failed = [], 0
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    (folder / 'main.lua').write_text(source)
    (folder / 'square.wkt').write_text('POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))\n')
    for method in wanted or methods(folder):
        for where in 'setup', 'update':
            status, said, seconds, mib = run(folder, method.replace('.', '_', 1), where)
            costs.append((seconds, mib, f'{method} in {where}'))
            is_cheap = seconds <= MOST_SECONDS and (mib <= MOST_MIB or method in ARE_BOUNDED_BY_COUNT)
            if status != 1 or 'main.lua:' not in said or not is_cheap:
                failed += 1
                print(f'{method} in {where}: status {status}, {seconds:.1f} s, {mib:.0f} MiB: {said[:200]}')
for seconds, mib, what in sorted(costs, reverse=True)[:SHOWN]:
    print(f'{seconds:4.1f} s, {mib:4.0f} MiB: {what}')
print(f'{len(costs)} floods, {failed} past the limits')
sys.exit(failed > 0)
