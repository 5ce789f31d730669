"""A behavior, guard, blend, stress behavior, locomotion model, or panel is one file and one line, as engine/README.md says.

Adds one of each to a copy of the sources, builds the program there, and runs a scenario that uses them. The copy takes
over what this build has compiled, so that only what the lists are read by is compiled again.

Usage: test_adding.py SOURCE_ROOT BUILD_ROOT MESON... with the build's own way of calling meson
"""

import os
import shutil
import subprocess
import sys
import tempfile

source, build, meson = sys.argv[1], sys.argv[2], sys.argv[3:]

HEADS = {
    "steering": '#include "steering/behaviors.h"\n#include "base/math.h"\n',
    "guards": '#include "guards/guards.h"\n',
    "stress": '#include "stress/stress.h"\n',
}
# What is added: the file, its list, the line, and the code.
ADDED = [
    (
        "engine/steering/behaviors/climb_north.c",
        "engine/steering/behaviors.def",
        "BEHAVIOR(climb_north)",
        HEADS["steering"]
        + """
static dv_vec3 climb_north(const dv_steering_context *context, const struct dv_bound *parameters,
                           void *state) {
    (void)parameters, (void)state;
    return dv_add(dv_vec(0, context->cap, 0), dv_scale(context->velocity, -1));
}

const dv_behavior_type dv_behavior_climb_north = {
    .entry = {.name = "climb_north", .doc = "Go along +y.", .source = "a test"},
    .evaluate = climb_north,
};
""",
    ),
    (
        "engine/steering/blend_last.c",
        "engine/steering/blends.def",
        "BLEND(last)",
        HEADS["steering"]
        + """
static dv_vec3 take_last(const dv_combination *combination, void *state) {
    (void)state;
    return combination->evaluate(combination, combination->count - 1);
}

const dv_blend_type dv_blend_last = {
    .entry = {.name = "last", .doc = "The last part alone.", .source = "a test"},
    .combine = take_last,
};
""",
    ),
    (
        "engine/guards/north_of.c",
        "engine/guards/guards.def",
        "GUARD(north_of)",
        HEADS["guards"]
        + """
static dv_truth is_north(const dv_guard_context *context, const struct dv_bound *parameters,
                         void *state) {
    (void)parameters, (void)state;
    return context->position.y > 2 ? DV_TRUE : DV_FALSE;
}

const dv_guard_type dv_guard_north_of = {
    .entry = {.name = "north_of", .doc = "y is above 2 m.", .source = "a test"},
    .evaluate = is_north,
};
""",
    ),
    (
        "engine/stress/mind_south.c",
        "engine/stress/stresses.def",
        "STRESS(mind_south)",
        HEADS["stress"]
        + """
static void score_south(const dv_steering_context *context, const struct dv_bound *parameters,
                        void *state, const dv_footsteps *steps, float *stress) {
    (void)parameters, (void)state;
    for (uint32_t i = 0; i < steps->count; i++)
        stress[i] = 10 + context->position.y - steps->y[i];
}

const dv_stress_type dv_stress_mind_south = {
    .entry = {.name = "mind_south", .doc = "Rather north.", .source = "a test"},
    .score = score_south,
};
""",
    ),
    (
        "engine/locomotion/drifting.c",
        "engine/locomotion/models.def",
        "MODEL(drifting)",
        """#include "world/world_data.h"

static const dv_parameter drift = {"drift", DV_PARAMETER_NUMBER, false, "m", 0, 1e3, 0, "drift"};

static void move(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++) {
        world->agents.kept[agents[i]] += 1;
        world->agents.x[agents[i]] = world->agents.kept[agents[i]];
    }
}

const dv_locomotion_type dv_locomotion_drifting = {
    .entry = {.name = "drifting", .doc = "1 m east a tick.", .source = "a test"},
    .move = move,
    .kept = &drift,
};
""",
    ),
    (
        "engine/player/window/panels_north.c",
        "engine/player/window/panels.def",
        "PANEL(north)",
        """#include "player/window/panels.h"

void dv_panels_show_north(dv_view *view) {
    (void)view;
    dv_gui_row("north", "up");
}
""",
    ),
]

SCENARIO = """
local drover = require "drover"
local steer, blend, when, stress = drover.steer, drover.blend, drover.when, drover.stress
local goer = drover.kind("goer", {
  states = {
    going = {
      steer = blend.last { steer.wander {}, steer.climb_north {} },
      on = { { when.north_of(), "there" } },
    },
    there = { enter = function(self) print("north", self.y > 2) end },
  },
  initial = "going",
})
local walker = drover.kind("walker", {
  body = { locomotion = "legged", max_speed = 1 },
  stress = stress.mind_south {},
  on = { { when.north_of(), function() print "walked" return nil end } },
})
local leaf = drover.kind("leaf", {
  body = { locomotion = "drifting" },
  on = { { when.after(0.5), function(self) if self.x > 20 then print("drifted") end end } },
})
return drover.scenario {
  kinds = { goer, walker, leaf },
  setup = function(world)
    world:spawn("goer", { heading = 0 })
    world:spawn("leaf")
    world:spawn("walker", { x = 20, heading = math.pi / 2 })
  end,
}
"""


def copy(root):
    """The sources without what no build reads, and of the build what the program is made from."""
    for name in ("engine", "bindings", "scripts", "samples", "tests/bench"):
        shutil.copytree(f"{source}/{name}", f"{root}/{name}")
    for name in ("meson.build", "meson_options.txt"):
        shutil.copy2(f"{source}/{name}", f"{root}/{name}")
    for name in os.listdir(build):
        if name in ("engine", "bindings", "scripts", "meson-private", "meson-info"):
            shutil.copytree(f"{build}/{name}", f"{root}/build/{name}", symlinks=True)
        elif name in (".ninja_log", ".ninja_deps", "build.ninja", "compile_commands.json"):
            shutil.copy2(f"{build}/{name}", f"{root}/build/{name}")


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"FAILED: {' '.join(command)}")
    return done.stdout


with tempfile.TemporaryDirectory() as root:
    os.mkdir(f"{root}/build")
    copy(root)
    for path, list_path, line, code in ADDED:
        with open(f"{root}/{path}", "w", encoding="utf-8") as file:
            file.write(code)
        with open(f"{root}/{list_path}", "a", encoding="utf-8") as file:
            file.write(line + "\n")
    run(*meson, "setup", "--reconfigure", "-Dtests=disabled", f"{root}/build", root)
    run("ninja", "-C", f"{root}/build", "engine/player/drover")
    with open(f"{root}/north.lua", "w", encoding="utf-8") as file:
        file.write(SCENARIO)
    told = run(f"{root}/build/engine/player/drover", "run", f"{root}/north.lua", "--headless", "--ticks", "600")
    fine = "north\ttrue\n" in told and "walked\n" in told and "drifted\n" in told
    print("ok" if fine else told)
    sys.exit(not fine)
