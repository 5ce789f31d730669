"""Turn Lua files into a C array of modules: embed.py OUTPUT ARRAY FILE..."""

import pathlib
import sys


def write_source(out, path):
    data = path.read_bytes()
    out.write(f"static const char {path.stem}_source[] = {{\n")
    for start in range(0, len(data), 20):
        out.write("".join(f"{byte if byte < 128 else byte - 256}," for byte in data[start:start + 20]) + "\n")
    out.write("0};\n\n")


def main(output, array, *names):
    files = [pathlib.Path(name) for name in names]
    with open(output, "w", encoding="ascii") as out:
        out.write('#include "scripts.h"\n\n')
        for path in files:
            write_source(out, path)
        out.write(f"const dv_library_module {array}[] = {{\n")
        for path in files:
            out.write(f'    {{"{path.stem}", {path.stem}_source, sizeof {path.stem}_source - 1}},\n')
        out.write("};\n\n")
        out.write(f"const size_t {array}_count = sizeof {array} / sizeof *{array};\n")


main(*sys.argv[1:])
