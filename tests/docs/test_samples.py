"""What READMEs of samples tell a reader to change is there to be changed.

Usage: test_samples.py SOURCE_ROOT
"""

import glob
import os
import re
import sys

root = sys.argv[1]
failures = seen = 0


def squeeze(text):
    return re.sub(r"\s+", " ", text)


for readme in sorted(glob.glob(root + "/samples/*/README.md")):
    folder = os.path.dirname(readme)
    sources = ""
    for path in glob.glob(folder + "/*.lua"):
        with open(path, encoding="utf-8") as file:
            sources += squeeze(file.read())
    with open(readme, encoding="utf-8") as file:
        changes = squeeze(re.search(r"## What to change first\n(.*?)\n## ", file.read(), re.S).group(1))
    named = re.findall(r"[cC]hange (?:the (?:\w+' )?)?`([^`]+)` (?:to|\w+ing)", changes)
    named += re.findall(r"[tT]ake (?:out )?`([^`]+)`", changes) + re.findall(r"`([^`]+ = [^`]+)`, change", changes)
    for code in named:
        seen += 1
        if squeeze(code) not in sources:
            failures += 1
            print(f"FAILED: {os.path.relpath(readme, root)} names {code}, which is in none of its scripts")

print(f"{'ok' if seen > 40 else 'FAILED'}: {seen} places to change were looked for")
sys.exit(failures > 0 or seen <= 40)
