"""What is added to the engine takes at most four files, those that engine/README.md says.

Adds one of each to a copy of the sources, builds the program there, and runs a scenario that uses them and the tests
that are made from descriptors. A property changes headers that nearly everything includes, so all is compiled anew.

Usage: test_adding.py SOURCE_ROOT MESON... with the build's own way of calling meson
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

source, meson = sys.argv[1], sys.argv[2:]

# Where a line goes: into its place in alphabetical order, at the end, or before a text.
SORTED, LAST = object(), object()
NEW_CASE = "    };\n    return cmocka_run_group_tests("

# By the row of the table in engine/README.md what is added: new files, and lines (file, line, place).
ADDED = {
    "a behavior": [
        (
            "engine/steering/behaviors/dash.c",
            """#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"

static const dv_parameter parameters_of_dash[] = {
    {"pace", DV_PARAMETER_NUMBER, false, "", 0, 1, 1, "part of its top speed"},
};

static dv_vec3 wanted(const dv_steering_context *context, const dv_bound *parameters) {
    float pace = dv_number_within(context, parameters, parameters_of_dash, 0);
    return dv_scale(context->forward, pace * context->cap);
}

static dv_vec3 dash(const dv_steering_context *context, const dv_bound *parameters,
                           void *state) {
    (void)state;
    return dv_subtract(wanted(context, parameters), context->velocity);
}

static void annotate(const dv_steering_context *context, const dv_bound *parameters,
                     const void *state, dv_sketch *sketch) {
    (void)state;
    dv_show_velocity(context, sketch, dv_vec(0, 0, 0), wanted(context, parameters), DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_dash = {
    .entry = {.name = "dash",
              .doc = "Go where it faces.",
              .source = "a test",
              .parameters = parameters_of_dash,
              .parameter_count = DV_COUNT_OF(parameters_of_dash)},
    .evaluate = dash,
    .annotate = annotate,
};
""",
        ),
        ("engine/steering/behaviors.def", "BEHAVIOR(dash)\n", SORTED),
        (
            "tests/engine/test_dash.c",
            """// dash: at a part of the cap, straight on.
#include "annotation_world.h"

static void it_goes_where_it_faces(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    assert_vector(ASK(&l, agent, "dash", NUMBER("pace", 0.5)), 1, 0, 0, 1e-5f);
    lab_close(&l);
}

static void it_shows_where(void **state) {
    (void)state;
    dv_agent agent;
    lab l = stage(&(scene){"dash", "the way", .agent = STANDING}, &agent);
    dv_sketch *sketch = think(&l, agent);
    assert_true(SHOWS(sketch, ARROW, DV_INK_TARGET, 0, 0, 5, 0));
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_where_it_faces),
        cmocka_unit_test(it_shows_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
""",
        ),
    ],
    "a guard": [
        (
            "engine/guards/north_of.c",
            """#include "guards/arguments.h"
#include "guards/guards.h"

static const dv_parameter parameters_of_north[] = {
    {"y", DV_PARAMETER_NUMBER, true, "m", -1e9, 1e9, 0, "how far north"},
};

static dv_truth is_north(const dv_guard_context *context, const struct dv_bound *parameters,
                         void *state) {
    (void)state;
    double y = dv_guard_number(context, &parameters[0]);
    return (double)context->position.y > y ? DV_TRUE : DV_FALSE;
}

const dv_guard_type dv_guard_north_of = {
    .entry = {.name = "north_of",
              .doc = "Its y is above a number.",
              .source = "a test",
              .parameters = parameters_of_north,
              .parameter_count = 1,
              .positional = 1},
    .evaluate = is_north,
};
""",
        ),
        ("engine/guards/guards.def", "GUARD(north_of)\n", SORTED),
        (
            "tests/engine/test_north_of.c",
            """// north_of: above a number, but not at it.
#include "guard_world.h"

static void it_holds_beyond(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("north_of", NUMBER("y", 2)));
    scene_place(&s, s.deer, 0, 2);
    assert_int_equal(scene_step(&s), 0);
    scene_place(&s, s.deer, 0, 2.5f);
    assert_int_equal(scene_step(&s), 1);
    scene_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_holds_beyond)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
""",
        ),
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
            "int main(void) {",
        ),
        ("tests/engine/test_body.c", "        cmocka_unit_test(lift_takes_it_north),\n", NEW_CASE),
    ],
    "a section of the window's panel": [
        (
            "engine/player/window/panels_north.c",
            """#include "player/window/panels.h"

#include <stdio.h>

void dv_panels_show_north(dv_view *view) {
    static bool was_shown;
    dv_gui_row("north", "up");
    if (!was_shown)
        fprintf(stderr, "shown to %s\\n", view->run ? "a run" : "nobody");
    was_shown = true;
}
""",
        ),
        ("engine/player/window/panels.def", "PANEL(north)\n", LAST),
    ],
    "a blend": [
        (
            "engine/steering/blend_last.c",
            """#include "steering/behaviors.h"
#include "base/math.h"

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
        ("engine/steering/blends.def", "BLEND(last)\n", SORTED),
    ],
    "a stress behavior": [
        (
            "engine/stress/mind_south.c",
            """#include "stress/stress.h"

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
        ("engine/stress/stresses.def", "STRESS(mind_south)\n", SORTED),
    ],
    "a locomotion model": [
        (
            "engine/locomotion/drifting.c",
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
        ("engine/locomotion/models.def", "MODEL(drifting)\n", SORTED),
    ],
}

# What is made from descriptors or lists, and the tests of what was added.
ENGINE_TESTS = [
    "dash", "north_of", "body", "annotate", "catalogue", "guards", "point_masses", "symmetry", "value_rows",
]
OTHER_TESTS = [
    "help", "the committed editor stub is what the build generates",
    "the committed reference is what the build generates",
]

SCENARIO = """
local drover = require "drover"
local steer, blend, when, stress = drover.steer, drover.blend, drover.when, drover.stress
local goer = drover.kind("goer", {
  states = {
    going = {
      steer = blend.last { steer.wander {}, steer.dash {} },
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
  body = { locomotion = "drifting" },
  on = { { when.after(0.5), function(self) if self.x > 20 then print("drifted") end end } },
})
return drover.scenario {
  kinds = { goer, walker, balloon, leaf },
  setup = function(world)
    world:spawn("goer", { heading = math.pi / 2 })
    world:spawn("leaf", { y = -50 })
    world:spawn("balloon", { x = -20 })
    world:spawn("walker", { x = 20, heading = math.pi / 2 })
  end,
}
"""

# What drover help shows of them.
EXAMPLES = {
    "steer.dash": "steer.dash { pace = 1 }",
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
        for path, text, *place in additions:
            if place:
                insert(f"{root}/{path}", text, place[0])
            else:
                with open(f"{root}/{path}", "w", encoding="utf-8") as file:
                    file.write(text)


def files_of(row):
    """The files that a row of the table names, as paths in the project; NAME is a pattern."""
    names = re.findall(r"`([^`]+)`", row)
    return [name if name.startswith(("tests/", "CHANGELOG")) else f"engine/{name}" for name in names]


def check_page():
    """At most four files each, and nothing was added elsewhere."""
    with open(f"{source}/engine/README.md", encoding="utf-8") as file:
        page = file.read()
    rows = {line.split("|")[1].strip(): line for line in page.splitlines() if line.startswith("| a ")}
    for what, additions in ADDED.items():
        files = files_of(rows[what])
        if len(files) > 4:
            sys.exit(f"FAILED: {what} takes {len(files)} files")
        patterns = [re.escape(name).replace("NAME", "[a-z_]+") for name in files]
        for path, *_ in additions:
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
    for line in ("north\ttrue", "walked", "drifted", "lifted"):
        if line + "\n" not in told:
            sys.exit(f"FAILED: {line} is missing in\n{told}")
    told = run("xvfb-run", "-a", drover, "run", f"{root}/north.lua", "--ticks", "60", "--speed", "max")
    if "shown to a run\n" not in told:
        sys.exit(f"FAILED: the window does not show the new section:\n{told}")
    for name, example in EXAMPLES.items():
        page = run(drover, "help", name)
        if example not in page:
            sys.exit(f"FAILED: drover help {name} lacks {example}:\n{page}")


check_page()
with tempfile.TemporaryDirectory() as root:
    copy(root)
    add(root)
    built = f"{root}/build"
    run(*meson, "setup", built, root, "-Doptimization=0", "-Ddebug=false", "-Dviewer=enabled", "-Dtests=enabled")
    run("ninja", "-C", built, "engine/player/drover", "tests/fuzz/fuzz", "tests/engine/test_engine")
    run("ninja", "-C", built, "renew-stub", "renew-reference")
    run(*meson, "test", "-C", built, "--no-rebuild", *ENGINE_TESTS, *OTHER_TESTS)
    run(f"{built}/tests/fuzz/fuzz", "any_world", f"{root}/tests/fuzz/any_world", "1", "100")
    run_scenario(root)
    print("ok")
