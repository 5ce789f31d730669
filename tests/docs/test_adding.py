"""What is added takes at most four files, those that engine/README.md says.

Adds one of each to a copy of the sources, builds it there, and runs all tests but those that need a display, and a
scenario that uses what was added. A property changes headers that nearly everything includes, so all is compiled again.

Usage: test_adding.py SOURCE_ROOT BUILDTYPE MESON... with the build's own way of calling meson
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

source, buildtype, meson = sys.argv[1], sys.argv[2], sys.argv[3:]

# Where a line goes: into its place in alphabetical order, at the end, or before a text.
SORTED, LAST = object(), object()
NEW_CASE = "    };\n    return cmocka_run_group_tests("

# By the row of the table in engine/README.md what is added: new files, which are in `adding` under their paths, and lines
# (file, line, place).
ADDED = {
    "a behavior": [
        "engine/steering/behaviors/revolve.c",
        ("engine/steering/behaviors.def", "BEHAVIOR(revolve)\n", SORTED),
        "tests/engine/test_revolve.c",
    ],
    "a guard": [
        "engine/guards/north_of.c",
        ("engine/guards/guards.def", "GUARD(north_of)\n", SORTED),
        "tests/engine/test_north_of.c",
    ],
    "a stress behavior": [
        "engine/stress/mind_south.c",
        ("engine/stress/stresses.def", "STRESS(mind_south)\n", SORTED),
        "tests/engine/stress/test_mind_south.c",
    ],
    "a property of bodies": [
        (
            "engine/include/drover/properties.def",
            'PROPERTY(DV_LIFT, "lift", NUMBER, "m/s²", 0, 1e3, 0, "speeds the body up along +y")\n',
            "// From here on, only kinds have them.",
        ),
        (
            "engine/locomotion/body.c",
            """    float lift = dv_property_of(world, agent, DV_LIFT) * b->dt;
    if (lift > 0)
        wanted.y += lift;
""",
            "    // Limit the change of speed by thrust",
        ),
        (
            "tests/engine/test_body.c",
            """static void lift_takes_it_north(void **state) {
    (void)state;
    lab l = open_body(PUSH(0, 0, 0), DV_LIFT, 5);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 0.1f, 0, CLOSE);
    lab_close(&l);
}

""",
            "TESTS {",
        ),
        ("tests/engine/test_body.c", "        cmocka_unit_test(lift_takes_it_north),\n", NEW_CASE),
    ],
    "a blend": [
        "engine/steering/blend_last.c",
        ("engine/steering/blends.def", "BLEND(last)\n", SORTED),
    ],
    "a locomotion model": [
        "engine/locomotion/gliding.c",
        ("engine/locomotion/models.def", "MODEL(gliding)\n", SORTED),
    ],
    "a method or field of a Lua class": [
        (
            "bindings/classes/world_queries.c",
            """/// world:ticks_in(seconds) → number
static int world_ticks_in(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    lua_pushnumber(L, luaL_checknumber(L, 2) / dv_world_dt(world));
    return 1;
}

""",
            "const dv_method_row dv_world_queries[] = {",
        ),
        (
            "bindings/classes/world_queries.c",
            r"""    {"ticks_in", world_ticks_in,
     "How many ticks a time has.\n"
     "@param seconds number s\n"
     "@return number"},
""",
            "    {0},\n};\n",
        ),
        (
            "scripts/help/examples/worlds.lua",
            """-- @example world
local function is_due(world, begun)
  return world.tick - begun > world:ticks_in(0.5)
end
-- @end

""",
            "-- @example world, world.bounds, settings",
        ),
        (
            "scripts/help/examples/worlds.lua",
            "  if is_due(world, 9) then world:random() end\n",
            "  if world:random() < dt / 2",
        ),
        (
            "tests/bindings/test_queries_lua.c",
            r"""static void ticks_of_a_time(void **state) {
    expect_run(*state,
               "local drover = require 'drover'\n"
               "return drover.scenario { kinds = { drover.kind('a', {}) }, tick_rate = 32,\n"
               "  setup = function(world) print(world:ticks_in(2)) end }",
               0, "64.0\n");
}

""",
            "TESTS {",
        ),
        ("tests/bindings/test_queries_lua.c", "        CASE(ticks_of_a_time),\n", NEW_CASE),
    ],
    "a section of the window's panel": [
        "engine/player/window/panels_east.c",
        ("engine/player/window/panels.def", "PANEL(east)\n", "PANEL(expressions)"),
        (
            "tests/player/test_panel_rows.sh",
            """check "the section counts who is in the east" [ "$(rows panel timers moth#1 | grep -c 'in the east = 1$')" -eq 1 ]

""",
            "# Links, of which twelve are listed.",
        ),
    ],
    "a subcommand of `drover`": [
        "engine/player/tools/count.c",
        ("engine/player/subcommands.def", "SUBCOMMAND(count)\n", LAST),
        "tests/player/test_count.sh",
    ],
}

SCENARIO = """
local drover = require "drover"
local steer, blend, when, stress = drover.steer, drover.blend, drover.when, drover.stress
local goer = drover.kind("goer", {
  states = {
    going = {
      steer = blend.last { steer.wander {}, steer.revolve { target = { 0, 0 } } },
      on = { { when.north_of(2), "there" } },
    },
    there = { enter = function(self) print("north", self.y > 2) end },
  },
  initial = "going",
})
local walker = drover.kind("walker", {
  body = { locomotion = "legged", max_speed = 1 },
  stress = stress.mind_south {},
  on = { { when.north_of(2), function() print "walked" return nil end } },
})
local balloon = drover.kind("balloon", {
  body = { lift = 2 },
  on = { { when.north_of(20), function(self) if self.lift == 2 then print "lifted" end end } },
})
local leaf = drover.kind("leaf", {
  body = { locomotion = "gliding", max_speed = 50 },
  on = { { when.after(0.5), function(self) if self.x > 20 then print("glided") end end } },
})
return drover.scenario {
  kinds = { goer, walker, balloon, leaf },
  setup = function(world)
    world:spawn("goer", { x = 4 })
    world:spawn("leaf", { y = -50, speed = 50 })
    world:spawn("balloon", { x = -20 })
    world:spawn("walker", { x = 20, heading = math.pi / 2 })
  end,
}
"""

# What drover help shows of them.
EXAMPLES = {
    "steer.revolve": "steer.revolve {",
    "world:ticks_in": "world:ticks_in(0.5)",
    "when.north_of": "when.north_of(",
    "body.lift": "body = { lift = 0 }",
    "agent.lift": "self.lift",
}


def copy(root):
    """The sources, without any build."""

    def skipped(folder, names):
        return [name for name in names if name == ".git" or os.path.exists(f"{folder}/{name}/meson-private")]

    shutil.copytree(source, root, ignore=skipped, dirs_exist_ok=True)


def insert(path, text, place):
    with open(path, encoding="utf-8") as file:
        old = file.read()
    if place is LAST:
        at = len(old)
    elif place is SORTED:
        word = text.split("(")[0]
        later = [line for line in old.splitlines(True) if line.startswith(word + "(") and line > text]
        at = old.index(later[0]) if later else len(old)
    else:
        at = old.index(place)
    with open(path, "w", encoding="utf-8") as file:
        file.write(old[:at] + text + old[at:])


def add(root):
    for additions in ADDED.values():
        for added in additions:
            if isinstance(added, str):
                shutil.copy(f"{os.path.dirname(__file__)}/adding/{added}", f"{root}/{added}")
            else:
                path, text, place = added
                insert(f"{root}/{path}", text, place)


def files_of(row):
    """The files that a row of the table names, as paths in the project; words in capitals are patterns."""
    names = [name for name in re.findall(r"`([^`]+)`", row) if "/" in name]
    return [name if re.match("tests/|bindings/|scripts/", name) else f"engine/{name}" for name in names]


def check_page():
    """At most four files each, with CHANGELOG.md, and nothing was added elsewhere."""
    with open(f"{source}/engine/README.md", encoding="utf-8") as file:
        page = file.read()
    rows = {line.split("|")[1].strip(): line for line in page.splitlines() if line.startswith("| a ")}
    for what, additions in ADDED.items():
        files = files_of(rows[what])
        if len(files) + 1 > 4:
            sys.exit(f"FAILED: {what} takes {len(files) + 1} files")
        patterns = [re.sub("NAME|CLASS|TOPIC", "[a-z_]+", re.escape(name)) for name in files]
        for added in additions:
            path = added if isinstance(added, str) else added[0]
            if not any(re.fullmatch(pattern, path) for pattern in patterns):
                sys.exit(f"FAILED: engine/README.md does not say that {what} takes {path}")


def run(*command, directory=None):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, cwd=directory
    )
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"FAILED: {' '.join(command)}")
    return done.stdout


def run_scenario(root):
    drover = f"{root}/build/engine/player/drover"
    with open(f"{root}/north.lua", "w", encoding="utf-8") as file:
        file.write(SCENARIO)
    told = run(drover, "run", f"{root}/north.lua", "--headless", "--ticks", "600")
    for line in ("north\ttrue", "walked", "glided", "lifted"):
        if line + "\n" not in told:
            sys.exit(f"FAILED: {line} is missing in\n{told}")
    for name, example in EXAMPLES.items():
        page = run(drover, "help", name)
        if example not in page:
            sys.exit(f"FAILED: drover help {name} lacks {example}:\n{page}")


check_page()
with tempfile.TemporaryDirectory() as root:
    copy(root)
    add(root)
    built = f"{root}/build"
    run(*meson, "setup", built, root, f"--buildtype={buildtype}", "-Dviewer=enabled", "-Dtests=enabled")
    run("ninja", "-C", built, "renew-stub", "renew-reference")
    run(*meson, "test", "-C", built, "--no-suite", "live", "--print-errorlogs")
    run_scenario(root)
    print("ok")
