"""What tests read from our Markdown files: fenced blocks, links, and headings."""

import re


class Block:
    """A fenced block: its language, its text, the prose before it, and the heading it is under."""

    def __init__(self, language, text, prose, heading, line):
        self.language, self.text, self.prose, self.heading, self.line = language, text, prose, heading, line

    def file(self):
        """The file that the text before the block says to save it as, or that its first line names; else None."""
        said = re.findall(r"[Ss]ave this as `([^`]+)`", self.prose)
        named = re.match(r"-- (\S+\.lua)\n", self.text)
        return said[-1] if said else named.group(1) if named else None


def blocks(path):
    """The fenced blocks of a file in order. Blocks in lists are indented; the indentation is not theirs."""
    found, prose, heading, inside = [], [], "", None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            fence = re.match(r"( *)```(\w*)$", line)
            if inside is None and fence:
                inside, text = fence, []
                start = number
            elif inside is not None and fence and fence.group(1) == inside.group(1) and not fence.group(2):
                found.append(Block(inside.group(2), "".join(text), "".join(prose), heading, start))
                inside, prose = None, []
            elif inside is not None:
                text.append(line.removeprefix(inside.group(1)))
            else:
                if line.startswith("#"):
                    heading = line.strip("# \n")
                    prose = []
                prose.append(line)
    assert inside is None, f"{path}: a block is not closed"
    return found


def prose(path):
    """The text outside of blocks, with as many lines as the file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return re.sub(r"^( *)```.*?^\1```$", lambda block: "\n" * block.group().count("\n"), text, flags=re.S | re.M)


def links(path):
    """Pairs of line and target, of links and pictures."""
    return [
        (number, target)
        for number, line in enumerate(prose(path).split("\n"), 1)
        for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line))
    ]


def anchors(path):
    """What a link into the file may name behind the #, as GitHub makes it from headings; repeated ones get numbers."""
    found, seen = set(), {}
    for heading in re.findall(r"^#+ (.*)$", prose(path), re.M):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return found
