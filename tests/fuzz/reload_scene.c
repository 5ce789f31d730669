#include "reload_scene.h"

#include "../read_script.h"

#include "base/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const save_type_names[SAVE_TYPES] = {
    "good",
    "same again",
    "half written",
    "failing to load",
    "missing",
    "refused by checks",
    "going in circles",
    "failing in step",
    "failing in enter",
    "failing in update",
    "failing in on_reload",
};

const char *const reload_scene_shared[RELOAD_SCENE_SHARED] = {
    "registry.lua",
    "counter.lua",
    "shapes.lua",
    "memoize.lua",
};

// Dice

static uint64_t thrown, seed;

void begin_throws(uint64_t of) {
    seed = of;
    thrown = 0;
}

uint32_t throw_below(uint32_t limit) {
    const dv_random_key dice = {.seed = seed, .stream = 1};
    return (uint32_t)(dv_random_unit(dice, thrown++) * limit);
}

// Sources

const char *reload_scene_source(const char *module) {
    char name[64];
    snprintf(name, sizeof name, "reload_scene/%s", module);
    return read_script(name);
}

/// Begin a save with the text of a module, which is read once.
static void begin_module(char text[RELOAD_SCENE_SOURCE], const char **source, const char *module) {
    if (!*source)
        *source = reload_scene_source(module);
    int used = snprintf(text, RELOAD_SCENE_SOURCE, "%s", *source);
    assert_in_range(used, 1, RELOAD_SCENE_SOURCE - 1);
}

/// A kind whose numbers, memory and states differ from variant to variant; `broken` goes into its
/// step, `entering` into its enter.
static void write_walker(char text[RELOAD_SCENE_SOURCE], uint32_t variant, const char *broken,
                         const char *entering) {
    static const char *source;
    char numbered[32];
    begin_module(text, &source, "walker.lua");
    snprintf(numbered, sizeof numbered, "variant = %u", variant);
    replace_in(text, RELOAD_SCENE_SOURCE, "variant = 0", numbered);
    replace_in(text, RELOAD_SCENE_SOURCE, "--[[enter]]", entering);
    replace_in(text, RELOAD_SCENE_SOURCE, "--[[step]]", broken);
}

static void write_main(char text[RELOAD_SCENE_SOURCE], const char *update, const char *on_reload) {
    static const char *source;
    begin_module(text, &source, "main.lua");
    replace_in(text, RELOAD_SCENE_SOURCE, "--[[update]]", update);
    replace_in(text, RELOAD_SCENE_SOURCE, "--[[on_reload]]", on_reload);
}

/// A module that writes into the tables of others, then raises.
static void write_failing_walker(char text[RELOAD_SCENE_SOURCE], uint32_t variant) {
    static const char *source;
    char numbered[32];
    begin_module(text, &source, "fails_loading.lua");
    snprintf(numbered, sizeof numbered, "variant %u", variant);
    replace_in(text, RELOAD_SCENE_SOURCE, "variant 0", numbered);
}

void reload_scene_write(reload_scene *scene, uint32_t variant) {
    write_walker(scene->walker, variant, "", "");
    write_main(scene->main, "", "");
}

void reload_scene_save(reload_scene *scene, const reload_scene *good, save_type type,
                       uint32_t variant) {
    char late[240];
    // Some ticks later, and in a world that it has changed before.
    snprintf(late, sizeof late,
             "self.steps = self.steps + 9 registry.speed = 2 + registry.speed counter() if self.id "
             "== %u and self.world.tick %% %u == 0 then "
             "error 'on purpose' end",
             1 + throw_below(RELOAD_SCENE_AGENTS), 1 + throw_below(30));
    strcpy(scene->main, good->main);
    strcpy(scene->walker, good->walker);
    switch (type) {
    case GOOD:
        write_walker(scene->walker, variant, "", "");
        break;
    case HALF_WRITTEN:
        strcpy(scene->walker + strlen(scene->walker) / 2, " (");
        break;
    case FAILS_LOADING:
        write_failing_walker(scene->walker, variant);
        break;
    case FAILS_TO_FIND:
        snprintf(scene->walker, sizeof scene->walker, "return require 'nowhere%u'\n", variant);
        break;
    case FAILS_CHECKS:
        snprintf(scene->walker, sizeof scene->walker,
                 "local d = require 'drover'\n"
                 "return d.kind('walker', { steer = d.steer.seek { goal%u = 1 } })\n",
                 variant);
        break;
    case GOES_IN_CIRCLES:
        snprintf(scene->walker, sizeof scene->walker, "-- %u\nreturn require 'main'\n", variant);
        break;
    case FAILS_STEPPING:
        write_walker(scene->walker, variant, late, "");
        break;
    case FAILS_ENTERING:
        write_walker(scene->walker, variant, "", "self.world.memory.ticks = 0 error 'on purpose'");
        break;
    case FAILS_IN_UPDATE:
        write_main(scene->main,
                   "for a in world:agents() do a.x = 0 end if world.tick % 7 == 0 then "
                   "world:agents()():remove() error 'on purpose' end",
                   "");
        break;
    case FAILS_ON_RELOAD:
        write_main(scene->main, "", "world:agents()():remove() error 'on purpose'");
        break;
    default:
        return;
    }
    // What was saved before would be no change.
    char *changed =
        type == FAILS_IN_UPDATE || type == FAILS_ON_RELOAD ? scene->main : scene->walker;
    size_t length = strlen(changed);
    snprintf(changed + length, sizeof scene->walker - length, "\n-- save %" PRIu64 "\n", thrown);
}
