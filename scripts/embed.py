"""Turn Lua files into C arrays of modules: embed.py OUTPUT ENGINE_FILE... -- LIBRARY_FILE..."""

import pathlib
import sys


def write_sources(out, files):
    for path in files:
        data = path.read_bytes()
        out.write(f"static const char {path.stem}_source[] = {{\n")
        for start in range(0, len(data), 20):
            out.write("".join(f"{byte if byte < 128 else byte - 256}," for byte in data[start:start + 20]) + "\n")
        out.write("0};\n\n")


def write_array(out, name, files):
    out.write(f"const dv_library_module {name}[] = {{\n")
    for path in files:
        out.write(f'    {{"{path.stem}", {path.stem}_source, sizeof {path.stem}_source - 1}},\n')
    out.write("};\n\n")
    out.write(f"const size_t {name}_count = sizeof {name} / sizeof *{name};\n\n")


def main(output, *arguments):
    split = arguments.index("--")
    own = [pathlib.Path(name) for name in arguments[:split]]
    library = [pathlib.Path(name) for name in arguments[split + 1:]]
    with open(output, "w", encoding="ascii") as out:
        out.write('#include "scripts.h"\n\n')
        write_sources(out, own + library)
        write_array(out, "dv_own_scripts", own)
        write_array(out, "dv_library_scripts", library)


main(*sys.argv[1:])
