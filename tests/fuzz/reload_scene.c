#include "reload_scene.h"

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

const struct reload_module reload_scene_shared[RELOAD_SCENE_SHARED] = {
    {"registry.lua", "return { list = {}, speed = 1 }"},
    {"counter.lua", "local count = 0 return function() count = count + 1 return count end"},
    {"shapes.lua", "return { round = function(x) return x end }"},
    {"memoize.lua", "local cache = {}\n"
                    "return function(f) return function(x)\n"
                    "  if not cache[x] then cache[x] = f(x) end return cache[x] end end"},
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

/// A kind whose numbers, memory and states differ from variant to variant; `broken` goes into its
/// step, `entering` into its enter.
static void write_walker(char text[RELOAD_SCENE_SOURCE], uint32_t variant, const char *broken,
                         const char *entering) {
    static const char *const steers[] = {
        "steer.wander {}",
        "blend.sum { steer.wander { rate = 2 }, steer.separation { radius = 4 } }",
        "blend.weighted { { steer.cohesion { radius = 20 }, 0.2 }, steer.wander {} }",
        "blend.priority { steer.containment {}, steer.noise_wander {} }",
    };
    snprintf(
        text, RELOAD_SCENE_SOURCE,
        "local drover = require 'drover'\n"
        "local steer, blend, when = drover.steer, drover.blend, drover.when\n"
        "local registry, counter = require 'registry', require 'counter'\n"
        "local shapes, memoize = require 'shapes', require 'memoize'\n"
        "local before = shapes.round\n"
        "local price = memoize(function(x) return x + counter() end)\n"
        "shapes.round = function(x) return before(x) + %u end\n"
        "registry.speed = registry.speed + %u %% 3\n"
        "registry.list[#registry.list + 1] = function(self) return self.id + %u end\n"
        "return drover.kind('walker', {\n"
        "  speed = %u.5, memory = { steps = 0, met = drover.none%s },\n"
        "  initial = 'going', states = {\n"
        "    going = { steer = %s, on = { { when.after(0.%u), '%s' } } },\n"
        "    %s = { renamed_from = '%s', steer = steer.wander { strength = %u },\n"
        "      enter = function(self) %s self:emit('here', 10) end,\n"
        "      on = { { when.chance(1), 'going' } } } },\n"
        "  step = function(self)\n"
        "    %s self.steps = self.steps + self:random() + price(self.world.tick %% 5)\n"
        "    for _, each in ipairs(registry.list) do self.steps = self.steps + each(self) end\n"
        "    self.met = self:nearest('walker', 20) or drover.none end })\n",
        variant % 7, variant, variant % 11, 1 + variant % 5,
        variant % 3 ? ", more = { 1, { 2 } }" : "", steers[variant % 4], 1 + variant % 9,
        variant % 2 ? "resting" : "waiting", variant % 2 ? "resting" : "waiting",
        variant % 2 ? "waiting" : "resting", 1 + variant % 4, entering, broken);
}

static void write_main(char text[RELOAD_SCENE_SOURCE], const char *update, const char *on_reload) {
    snprintf(text, RELOAD_SCENE_SOURCE,
             "local drover = require 'drover'\n"
             "local registry, counter, shapes = require 'registry', require 'counter', require "
             "'shapes'\n"
             "local before = shapes.round\n"
             "shapes.round = function(x) return 2 * before(x) end\n"
             "return drover.scenario { kinds = { require 'walker' }, seed = 7,\n"
             "  bounds = { min = { 0, 0 }, max = { 60, 60 }, edge = 'wrap' },\n"
             "  settings = { drover.slider('push', 1, { min = 0, max = 5 }) },\n"
             "  setup = function(world) world:scatter('walker', %d) world.memory.ticks = 0 end,\n"
             "  setting = function(world, name, value) world.memory[name] = value end,\n"
             "  keypressed = function(world, key) world.memory[key] = world.tick\n"
             "    if key == 'b' then world:agents()().x = 30 end end,\n"
             "  on_reload = function(world) %s end,\n"
             "  update = function(world) %s\n"
             "    for a in world:agents() do a.max_speed = registry.speed end\n"
             "    local m = world.mouse or { x = 0 }\n"
             "    world.memory.ticks = world.memory.ticks + shapes.round(counter())\n"
             "      + m.x * world.settings.push end }\n",
             RELOAD_SCENE_AGENTS, on_reload, update);
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
        snprintf(scene->walker, sizeof scene->walker,
                 "local registry, held = require 'registry', {}\n"
                 "registry.speed = 99 require('counter')() require('shapes').round = nil\n"
                 "registry.list[1] = function() error 'stale' end error('variant %u')\n",
                 variant);
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
