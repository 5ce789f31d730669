// A program that runs a scenario. It prints the hash after some ticks, like `drover run --hash`.
// Then it uses everything else that programs need, with a small scenario of its own: settings,
// monitors, input, drawing, a snapshot, and a file that is saved during the run.
//
//     scenario SCENARIO TICKS FOLDER
#include <drover/scenario.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s (%s)\n", __FILE__, __LINE__, #condition,            \
                    error.message);                                                                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static dv_error error;

static void print_hash(const char *path, long ticks) {
    uint64_t hash;
    dv_scenario *scenario = dv_scenario_open(path, NULL, &error);
    CHECK(scenario);
    for (long tick = 0; tick < ticks; tick++)
        CHECK(dv_scenario_step(scenario, &error) == DV_OK);
    const dv_world *world = dv_scenario_world(scenario);
    CHECK(dv_world_hash(world, &hash, &error) == DV_OK);
    printf("hash %016" PRIx64 " tick %" PRIu64 " agents %" PRIu32 "\n", hash, dv_world_tick(world),
           dv_world_agent_count(world));
    dv_scenario_close(scenario);
}

static const char main_lua[] =
    "local drover = require 'drover'\n"
    "local moth = drover.kind('moth', {\n"
    "  memory = { hops = 0 },\n"
    "  steer = drover.steer.wander { strength = drover.setting 'nerves' },\n"
    "})\n"
    "return drover.scenario {\n"
    "  title = 'Moths',\n"
    "  kinds = { moth },\n"
    "  settings = { drover.slider('nerves', 0.5, { min = 0, max = 2 }) },\n"
    "  monitors = { hops = function(world) return world.memory.hops end },\n"
    "  setup = function(world) world.memory.hops = 0; world:scatter('moth', 5) end,\n"
    "  keypressed = function(world, key)\n"
    "    if key == 'space' then world.memory.hops = world.memory.hops + 1 end\n"
    "  end,\n"
    "  draw = function(world, draw) draw.circle(0, 0, 3) end,\n"
    "}\n";

static void write_scenario(const char *folder, const char *title) {
    char path[4096];
    snprintf(path, sizeof path, "%s/main.lua", folder);
    FILE *file = fopen(path, "w");
    CHECK(file);
    const char *was = strstr(main_lua, "Moths");
    fprintf(file, "%.*s%s%s", (int)(was - main_lua), main_lua, title, was + strlen("Moths"));
    CHECK(fclose(file) == 0);
}

static int lines;

static void count_lines(void *context, const char *line) {
    (void)context, (void)line;
    lines++;
}

static void use_settings_and_input(dv_scenario *scenario) {
    dv_input space = {.type = DV_KEY_PRESSED, .key = "space"};
    const dv_world *world = dv_scenario_world(scenario);
    int32_t nerves = dv_program_setting_named(dv_world_program(world), "nerves");
    CHECK(nerves >= 0 && dv_world_setting(world, (uint32_t)nerves) == 1.5);
    CHECK(dv_scenario_set(scenario, "nerves", "0.25", &error) == DV_OK);
    CHECK(dv_world_setting(world, (uint32_t)nerves) == 0.25);
    CHECK(dv_scenario_set(scenario, "nerve", "1", &error) == DV_ERROR_NAME);
    CHECK(strstr(error.message, "nerves?"));
    CHECK(dv_scenario_monitor_count(scenario) == 1 && dv_scenario_monitor(scenario, 0) == 0);
    dv_scenario_input(scenario, &space);
    CHECK(dv_scenario_monitor(scenario, 0) == 1);
    dv_scenario_draw(scenario, NULL);
    const dv_sketch *sketch = dv_scenario_drawn_sketch(scenario);
    CHECK(sketch && dv_sketch_count(sketch) == 1);
    CHECK(dv_sketch_stroke(sketch, 0).shape == DV_STROKE_CIRCLE);
}

static void go_back_and_reload(dv_scenario *scenario, const char *folder) {
    uint64_t before, after;
    dv_snapshot snapshot;
    dv_world *world = dv_scenario_world(scenario);
    CHECK(dv_world_hash(world, &before, &error) == DV_OK);
    CHECK(dv_world_take_snapshot(world, &snapshot, &error) == DV_OK);
    CHECK(dv_scenario_step(scenario, &error) == DV_OK);
    CHECK(dv_scenario_load_snapshot(scenario, &snapshot, &error) == DV_OK);
    CHECK(dv_world_hash(world, &after, &error) == DV_OK && before == after);
    dv_snapshot_free(&snapshot);

    dv_reload_report report = dv_scenario_reload(scenario);
    CHECK(report.outcome == DV_RELOAD_UNCHANGED);
    write_scenario(folder, "More moths");
    report = dv_scenario_reload(scenario);
    CHECK(report.outcome == DV_RELOAD_SWAPPED);
    CHECK(strcmp(dv_scenario_title(scenario), "More moths") == 0);
    write_scenario(folder, "Broken' .. nil .. '");
    report = dv_scenario_reload(scenario);
    CHECK(report.outcome == DV_RELOAD_REFUSED && strstr(report.message, "main.lua:"));
    CHECK(dv_scenario_step(scenario, &error) == DV_OK);
}

/// The rules about signals: those of the host stay as they are.
static void check_signals(void) {
    for (int number = 1; number < SIGRTMIN + 5; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0)
            CHECK(action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
    }
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    print_hash(argv[1], atol(argv[2]));
    write_scenario(argv[3], "Moths");
    dv_setting_choice nervous = {"nerves", "1.5"};
    dv_scenario_options options = dv_scenario_options_default();
    options.settings = &nervous;
    options.setting_count = 1;
    options.threads = 2;
    options.shown = true;
    options.print = options.warn = count_lines;
    dv_scenario *scenario = dv_scenario_open(argv[3], &options, &error);
    CHECK(scenario && strcmp(dv_scenario_title(scenario), "Moths") == 0);
    CHECK(dv_scenario_step(scenario, &error) == DV_OK);
    use_settings_and_input(scenario);
    go_back_and_reload(scenario, argv[3]);
    check_signals();
    dv_scenario_close(scenario);
    CHECK(lines == 0);
    CHECK(!dv_scenario_open("nowhere", NULL, &error));
    return 0;
}
