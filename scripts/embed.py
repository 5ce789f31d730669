"""Turn Lua files into a C array of scripts: embed.py OUTPUT ARRAY COUNT FILE..."""

import pathlib
import sys


def main(output, array, count, *files):
    with open(output, "w", encoding="ascii") as out:
        out.write('#include "scripts.h"\n\n')
        names = []
        for path in map(pathlib.Path, files):
            data = path.read_bytes()
            names.append((path.stem, len(data)))
            out.write(f"static const char {path.stem}_source[] = {{\n")
            for start in range(0, len(data), 20):
                out.write("".join(f"{byte if byte < 128 else byte - 256}," for byte in data[start:start + 20]) + "\n")
            out.write("0};\n\n")
        out.write(f"const dv_script {array}[] = {{\n")
        for name, size in names:
            out.write(f'    {{"{name}", {name}_source, {size}}},\n')
        out.write("};\n\n")
        out.write(f"const unsigned {count} = {len(names)};\n")


main(*sys.argv[1:])
