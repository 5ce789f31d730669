// Mistakes in definitions. Each gives a single message with file and line, the path of the key, and
// for a wrong name the nearest right one.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define KIND(definition)                                                                           \
    HEAD "local a = drover.kind('a', {" definition "})\nreturn drover.scenario { kinds = { a } }"
#define SCENARIO(definition)                                                                       \
    HEAD "local a = drover.kind('a', {})\nreturn drover.scenario {" definition "}"
#define SETTING(call) SCENARIO("kinds = { a }, settings = { " call " }")

typedef struct mistake {
    const char *source, *message;
} mistake;

static const mistake of_kinds[] = {
    // keys
    {KIND("stee = 1"), "main.lua:2: stee: unknown key (steer?)"},
    {KIND("zzz = 1"),
     "main.lua:2: zzz: unknown key: one of model, body, sight, hearing, look, "
     "slots, memory, initial, states, steer, stress, reflexes, speed, leaves, step, "
     "think, on, init, blends, migrate, draw, interrupts, timers or renamed_from expected"},
    {KIND("[3] = 1"),
     "main.lua:2: [3]: unknown key: it is written { model = , body = , sight = , hearing = , "
     "look = , slots = , memory = , initial = , states = , steer = , stress = , reflexes = , "
     "speed = , leaves = , step = , think = , on = , init = , blends = , migrate = , draw = , "
     "interrupts = , timers = , renamed_from = }"},
    {KIND("sight = { 30 }"), "main.lua:2: sight[1]: unknown key: it is written { range = , angle "
                             "= , occluded = , uncertainty = , drift = }"},
    {KIND("hearing = { far = 3 }"), "main.lua:2: hearing.far: unknown key: only range is known"},
    {KIND("look = { 'fish' }"),
     "main.lua:2: look[1]: unknown key: it is written { shape = , color = , size = }"},
    {KIND("states = { idle = { 'walk' } }"),
     "main.lua:2: states.idle[1]: unknown key: it is written { speed = , leaves = , steer = , "
     "stress = , "
     "enter = , leave = , step = , think = , on = , color = , renamed_from = }"},
    {KIND("body = { max_sped = 3 }"), "main.lua:2: body.max_sped: unknown key (max_speed?)"},
    {KIND("sight = { rage = 3 }"), "main.lua:2: sight.rage: unknown key (range?)"},
    {KIND("look = { colour = 'red' }"), "main.lua:2: look.colour: unknown key (color?)"},
    {KIND("states = { idle = { ented = 1 } }"),
     "main.lua:2: states.idle.ented: unknown key (enter?)"},
    {KIND("states = { idle = { stee = 1 } }"),
     "main.lua:2: states.idle.stee: unknown key (steer?)"},
    // types
    {KIND("body = 3"), "main.lua:2: body: a table expected, got number"},
    {KIND("body = { mass = {} }"), "main.lua:2: body.mass: a number, a number slot's name or a "
                                   "drover.setting expected, got table"},
    {KIND("body = { locomotion = 3 }"),
     "main.lua:2: body.locomotion: a string expected, got number"},
    {KIND("sight = { occluded = 1 }"),
     "main.lua:2: sight.occluded: a boolean expected, got number"},
    {KIND("step = 3"), "main.lua:2: step: a function expected, got number"},
    {KIND("init = 'x'"), "main.lua:2: init: a function expected, got string"},
    {KIND("migrate = {}"), "main.lua:2: migrate: a function expected, got table"},
    {KIND("steer = 'seek'"), "main.lua:2: steer: a behavior or blend expected, got string"},
    {KIND("steer = when.after(1)"), "main.lua:2: steer: a behavior or blend expected, got guard"},
    {KIND("speed = true"),
     "main.lua:2: speed: a number, a number slot's name or a drover.setting expected, got boolean"},
    {KIND("initial = 3"), "main.lua:2: initial: a string expected, got number"},
    {KIND("states = { idle = 3 }"), "main.lua:2: states.idle: a table expected, got number"},
    {KIND("states = { idle = { enter = 3 } }"),
     "main.lua:2: states.idle.enter: a function expected, got number"},
    {KIND("states = { idle = { on = 3 } }"),
     "main.lua:2: states.idle.on: a table expected, got number"},
    {KIND("states = { ['a b'] = {} }"),
     "main.lua:2: states: a name of letters, digits and _ expected, got 'a b'"},
    {KIND("think = 'often', step = print"), "main.lua:2: think: a number expected, got string"},
    {KIND("think = 0, step = print"),
     "main.lua:2: think: a whole number of ticks from 1 to 1000000 expected, got 0"},
    {KIND("think = 2.5, step = print"),
     "main.lua:2: think: a whole number of ticks from 1 to 1000000 expected, got 2.5"},
    {KIND("think = 0/0, step = print"),
     "main.lua:2: think: a whole number of ticks from 1 to 1000000 expected, got nan"},
    {KIND("think = 1000001, step = print"),
     "main.lua:2: think: a whole number of ticks from 1 to 1000000 expected, got 1000001"},
    {KIND("think = 3, states = { idle = { enter = print } }"),
     "main.lua:2: think: there is no step"},
    {KIND("states = { idle = { think = -1, step = print } }"),
     "main.lua:2: states.idle.think: a whole number of ticks from 1 to 1000000 expected, got -1"},
    {KIND("step = print, states = { idle = { think = 3 } }"),
     "main.lua:2: states.idle.think: there is no step"},
    {KIND("thnk = 3, step = print"), "main.lua:2: thnk: unknown key (think?)"},
    {KIND("states = { {} }"),
     "main.lua:2: states: a name of letters, digits and _ expected, got number"},
    {KIND("on = { 'idle' }"),
     "main.lua:2: on[1]: a guard or { guard, \"state\" or function } expected, got string"},
    {KIND("on = { { when.after(1), 3 } }"),
     "main.lua:2: on[1][2]: a state's name or a function expected, got number"},
    {KIND("on = { { when.after(1), 'idle', 3 } }"),
     "main.lua:2: on[1][3]: unknown key: it is written { guard, \"state\" or function }"},
    {KIND("on = { { not when.after(1), 'idle' } }"),
     "main.lua:2: on[1][1]: a guard expected, got boolean: 'not' is written ~guard"},
    {KIND("on = { not when.after(1) }"),
     "main.lua:2: on[1]: a guard or { guard, \"state\" or function } expected, got boolean: 'not' "
     "is written ~guard"},
    {KIND("on = { { when.after, 'idle' } }"),
     "main.lua:2: on[1][1]: a guard expected, got function"},
    {KIND("on = { { guard = when.after(1) } }"),
     "main.lua:2: on[1]: a guard or { guard, \"state\" or function } expected, got table"},
    {KIND("states = {}"), "main.lua:2: states: at least one state expected; a kind without states "
                          "does not have the key"},
    {KIND("states = { a = { renamed_from = 'old' }, b = { renamed_from = 'old' } }, initial = 'a'"),
     "main.lua:2: states.b.renamed_from: 'old' became states.a already"},
    {KIND("on = { x = when.after(1) }"), "main.lua:2: on: a list expected, found the key x"},
    {KIND("blends = { home = 3 }"),
     "main.lua:2: blends.home: a behavior or blend expected, got number"},
    {HEAD "drover.kind(3, {})",
     "main.lua:2: drover.kind: a name of letters, digits and _ expected, got number"},
    {HEAD "drover.kind('a-b', {})",
     "main.lua:2: drover.kind: a name of letters, digits and _ expected, got 'a-b'"},
    {HEAD "drover.kind('a')", "main.lua:2: drover.kind a: a table expected, got nil"},
    // names
    {KIND("initial = 'idel', states = { idle = {}, run = {} }"),
     "main.lua:2: initial: no state 'idel' (idle?)"},
    {KIND("states = { idle = {}, run = {} }"),
     "main.lua:2: initial: name the state that agents begin in"},
    {KIND("states = { idle = { on = { { when.after(1), 'idel' } } } }"),
     "main.lua:2: states.idle.on[1]: no state 'idel' (idle?)"},
    {KIND("on = { { when.after(1), 'idel' } }, states = { idle = {} }"),
     "main.lua:2: on[1]: no state 'idel' (idle?)"},
    {KIND("on = { { when.after(1), 'idle' } }"), "main.lua:2: on[1]: no state 'idle'"},
    {KIND("body = { locomotion = 'point_mas' }"),
     "main.lua:2: body.locomotion: no model 'point_mas' (point_mass?)"},
    {KIND("look = { shape = 'disk' }"), "main.lua:2: look.shape: no shape 'disk' (disc?)"},
    {KIND("look = { color = 'rde' }"), "main.lua:2: look.color: no color 'rde' (red?)"},
    {KIND("states = { stop = { color = 'rde' } }"),
     "main.lua:2: states.stop.color: no color 'rde' (red?)"},
    {KIND("states = { stop = { color = 0xff0000 } }"),
     "main.lua:2: states.stop.color: a string expected, got number"},
    {KIND("states = { stop = { colour = 'red' } }"),
     "main.lua:2: states.stop.colour: unknown key (color?)"},
    {KIND("look = { color = '#12' }"),
     "main.lua:2: look.color: no color '#12': one of aqua, beige, black, blue, brown, chocolate, "
     "coral, crimson, cyan, darkblue, darkgray, darkgreen, darkred, firebrick, gold, gray, green, "
     "indigo, ivory, khaki, lightblue, lightgray, lightgreen, lime, magenta, maroon, navy, olive, "
     "orange, orchid, peru, pink, plum, purple, red, salmon, sienna, silver, skyblue, slateblue, "
     "slategray, steelblue, tan, teal, tomato, turquoise, violet, wheat, white, yellow or "
     "\"#rrggbb\" expected"},
    {KIND("look = { shape = 'fsh1' }"),
     "main.lua:2: look.shape: no shape 'fsh1': one of arrow, disc, hoofed, wolf, car, "
     "fish, bird, person, tree or house expected"},
    {KIND("slots = { pace = 'number' }, look = { color = drover.by('pcae', { 0, 1 }) }"),
     "main.lua:2: look.color: kind 'a' has no number 'pcae' (pace?): a number slot, an "
     "attribute, a memory field, or \"speed\" expected"},
    {KIND("slots = { goal = 'point' }, look = { color = drover.by('goal', { 0, 1 }) }"),
     "main.lua:2: look.color: kind 'a' has no number 'goal': a number slot, an attribute, a "
     "memory field, or \"speed\" expected"},
    {KIND("memory = { name = 'Jo' }, look = { color = drover.by('name', { 0, 1 }) }"),
     "main.lua:2: look.color: a number expected in the memory field 'name', got string"},
    {KIND("look = { color = drover.by(3, { 0, 1 }) }"),
     "main.lua:2: drover.by: a string expected, got number"},
    {KIND("look = { color = drover.by('speed') }"),
     "main.lua:2: drover.by: range: a table expected, got nil"},
    {KIND("look = { color = drover.by('speed', { 1 }) }"),
     "main.lua:2: drover.by: range[2]: a number expected, got nil"},
    {KIND("look = { color = drover.by('speed', { 0/0, 1 }) }"),
     "main.lua:2: drover.by: range[1]: a finite number expected, got nan"},
    {KIND("look = { color = drover.by('speed', { 2, 2 }) }"),
     "main.lua:2: drover.by: range: two different numbers expected, got 2 twice"},
    {KIND("look = { color = drover.by('speed', { 0, 1 }, 'divergng') }"),
     "main.lua:2: drover.by: ramp: no ramp 'divergng' (diverging?)"},
    {KIND("look = { color = drover.by('speed', { 0, 1, 2 }) }"),
     "main.lua:2: drover.by: range[3]: unknown key: it is written { low, high }"},
    {KIND("look = { shape = 3 }"), "main.lua:2: look.shape: a shape's name, a PNG file or a "
                                   "polygon { { x, y }, …, color = \"darker\" } "
                                   "expected, got number"},
    {KIND("look = { shape = {} }"), "main.lua:2: look.shape: a polygon has 3 to 64 points"},
    {KIND("look = { shape = { { 0, 0 }, { 1, 0 } } }"),
     "main.lua:2: look.shape: a polygon has 3 to 64 points"},
    {KIND("look = { shape = { { 0, 0 }, { 1, 0 }, 'nose' } }"),
     "main.lua:2: look.shape[3]: a point { x, y } expected, got string"},
    {KIND("look = { shape = { 'nose', { 1, 0 }, { 0, 0 } } }"),
     "main.lua:2: look.shape[1]: a point { x, y } expected, got string"},
    {KIND("look = { shape = { { 0, 0 }, { 1, 0 }, { 0, 0/0 } } }"),
     "main.lua:2: look.shape[3]: a finite number expected, got nan"},
    {KIND("look = { shape = { { 0, 0 }, { 1, 0 }, { 0, 1, 2 } } }"),
     "main.lua:2: look.shape[3]: a point { x, y } expected, got table"},
    {KIND("look = { shape = { { 0, 0 }, { 20, 0 }, { 0, 1 } } }"),
     "main.lua:2: look.shape: coordinates are from -1 to 1; a body is one unit long"},
    {KIND("look = { shape = { { 0, 0 }, { 0.5, 0.5 }, { 1, 1 } } }"),
     "main.lua:2: look.shape: the polygon has no area"},
    {KIND("look = { shape = { { 0, 0 }, { 0, 0 }, { 1, 1 }, { 1, 0 } } }"),
     "main.lua:2: look.shape: two points in a row are the same"},
    {KIND("look = { shape = { { 0, 0 }, { 1, 1 }, { 1, 0 }, { 0, 1 } } }"),
     "main.lua:2: look.shape: sides of the polygon cross or touch"},
    {KIND("look = { shape = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0.5, 0 }, { 0, 1 } } }"),
     "main.lua:2: look.shape: sides of the polygon cross or touch"},
    {HEAD "local s, p = {}, { { 0, 0 }, { 1, 0 }, { 0, 1 } } for i = 1, 17 do s[i] = p end "
          "drover.kind('thing', { look = { shape = s } })",
     "main.lua:2: look.shape: more than 16 polygons"},
    {HEAD "local s = {} for i = 1, 65 do s[i] = { math.cos(i / 11), math.sin(i / 11) } end "
          "drover.kind('thing', { look = { shape = s } })",
     "main.lua:2: look.shape: a polygon has 3 to 64 points"},
    {KIND("look = { shape = { { { 0, 0 }, { 1, 0 }, { 0, 1 } }, { { 0, 0 }, { 1, 0 } } } }"),
     "main.lua:2: look.shape[2]: a polygon has 3 to 64 points"},
    {KIND("look = { shape = { { { 0, 0 }, { 1, 0 }, { 0, 1 }, color = 'rde' } } }"),
     "main.lua:2: look.shape[1].color: no color 'rde' (red?)"},
    {KIND("look = { shape = { { 0, 0 }, { 1, 0 }, { 0, 1 }, colour = 'red' } }"),
     "main.lua:2: look.shape.colour: unknown key (color?)"},
    {KIND("look = { shape = { { { 0, 0 }, { 1, 0 }, { 0, 1 } }, 'nose' } }"),
     "main.lua:2: look.shape[2]: a table expected, got string"},
    {KIND("slots = { prey = 'xyz' }"),
     "main.lua:2: slots.prey: no type 'xyz': one of agent, point, pose, vector, number, group, "
     "obstacle, surface, path, flow or region expected"},
    {KIND("memory = { hunger = 0 }, speed = 'hunger'"),
     "main.lua:2: speed: 'hunger' is a memory field, and a slot is read here: declare it in "
     "slots = { hunger = \"number\" }"},
    {KIND("memory = { hunger = 0 }, states = { idle = { speed = 'hunger' } }"),
     "main.lua:2: states.idle.speed: 'hunger' is a memory field, and a slot is read here: declare "
     "it in slots = { hunger = \"number\" }"},
    {KIND("memory = { hunger = 0 }, body = { mass = 'hunger' }"),
     "main.lua:2: body.mass: 'hunger' is a memory field, and a slot is read here: declare it in "
     "slots = { hunger = \"number\" }"},
    {KIND("memory = { hunger = 0 }, steer = steer.wander { strength = 'hunger' }"),
     "main.lua:2: steer.wander: strength: 'hunger' is a memory field, and a slot is read here: "
     "declare it in slots = { hunger = \"number\" }"},
    {KIND("memory = { hunger = 0 }, steer = blend.weighted { { steer.wander {}, 'hunger' } }"),
     "main.lua:2: blend.weighted: part 1: weight: 'hunger' is a memory field, and a slot is read "
     "here: declare it in slots = { hunger = \"number\" }"},
    {KIND("memory = { prey = 0 }, steer = steer.seek { target = 'prey' }"),
     "main.lua:2: steer.seek: target: 'prey' is a memory field, and a slot is read here: declare "
     "it in slots with its type"},
    {KIND("memory = { prey = 0 }, on = { when.sees('prey') }"),
     "main.lua:2: when.sees: who: 'prey' is a memory field, and a slot is read here: declare it in "
     "slots with its type"},
    {KIND("memory = { hunger = 0 }, on = { when.after('hunger') }"),
     "main.lua:2: when.after: seconds: 'hunger' is a memory field, and a slot is read here: "
     "declare it in slots = { hunger = \"number\" }"},
    {KIND("slots = { prey = 'agnet' }"), "main.lua:2: slots.prey: no type 'agnet' (agent?)"},
    {KIND("reflexes = { steer.wander {}, steer.wander {} }"),
     "main.lua:2: reflexes: one behavior or blend expected, such as blend.sum { … }; a list is for "
     "stress"},
    {KIND("slots = { prey = 3 }"), "main.lua:2: slots.prey: a string expected, got number"},
    {KIND("slots = { speed = 'agent' }"),
     "main.lua:2: slots.speed: the name is already a field or method"},
    {KIND("slots = { apply = 'agent' }"),
     "main.lua:2: slots.apply: the name is already a field or method"},
    {KIND("slots = { prey = 'agent' }, memory = { prey = 1 }"),
     "main.lua:2: memory.prey: the name is already a slot"},
    {KIND("memory = { heading = 1 }"),
     "main.lua:2: memory.heading: the name is already a field or method"},
    {KIND("memory = { bag = { deep = { print } } }"),
     "main.lua:2: memory.bag.deep.1: a function cannot be remembered: numbers, strings, booleans, "
     "vectors, handles and tables of these can"},
    {KIND("memory = { how = steer.wander {} }"),
     "main.lua:2: memory.how: a behavior cannot be remembered: keep its name instead"},
    {KIND("memory = { bag = setmetatable({}, {}) }"),
     "main.lua:2: memory.bag: a table with a metatable cannot be remembered"},
    {KIND("memory = { [1] = 2 }"),
     "main.lua:2: memory: a name of letters, digits and _ expected, got number"},
    // ranges
    {KIND("body = { mass = 0 }"), "main.lua:2: body.mass: 0 is not in 0.001 to 1e+09 kg"},
    {KIND("body = { max_speed = -1 }"), "main.lua:2: body.max_speed: -1 is not in 0 to 1e+06 m/s"},
    {KIND("body = { response = 0/0 }"), "main.lua:2: body.response: nan is not in 0 to 60 s"},
    {KIND("sight = { angle = 7 }"), "main.lua:2: sight.angle: 7 is not in 0 to 6.28319 rad"},
    {KIND("look = { size = 0 }"), "main.lua:2: look.size: 0 is not above 0 m"},
    {KIND("look = { size = 0/0 }"), "main.lua:2: look.size: a finite number expected, got nan"},
    {KIND("speed = -1"), "main.lua:2: speed: -1 is not in 0 to 1e+06 m/s"},
    {KIND("states = { idle = { speed = -1 } }"),
     "main.lua:2: states.idle.speed: -1 is not in 0 to 1e+06 m/s"},
    {KIND("body = { mass = 'wight' }, slots = { weight = 'number' }"),
     "main.lua:2: body.mass: kind 'a' has no number slot 'wight' (weight?)"},
    {KIND("speed = drover.setting 'pace'"), "main.lua:2: speed: no setting 'pace'"},
};

static const mistake of_steering[] = {
    {HEAD "steer.sek {}", "main.lua:2: no behavior 'sek' (seek?)"},
    {HEAD "blend.wieghted {}", "main.lua:2: no blend 'wieghted' (weighted?)"},
    {HEAD "when.afetr(1)", "main.lua:2: no guard 'afetr' (after?)"},
    {HEAD "drover.ster()", "main.lua:2: drover has no 'ster' (steer?)"},
    {HEAD "steer.seek {}",
     "main.lua:2: steer.seek: target: missing, a slot name, point or drover.mouse expected"},
    {HEAD "steer.seek { tagret = 'x' }",
     "main.lua:2: steer.seek: tagret: unknown parameter (target?)"},
    {HEAD "steer.seek { target = 3 }",
     "main.lua:2: steer.seek: target: a slot name, point or drover.mouse expected, got number"},
    {HEAD "steer.seek { target = { 0/0, 1 } }",
     "main.lua:2: steer.seek: target: a point of finite numbers expected"},
    {HEAD "steer.seek { target = {} }",
     "main.lua:2: steer.seek: target: a point ({ x, y }, { x = , y = } or a vector) or a list of "
     "names expected, got an empty table"},
    {HEAD "steer.seek { target = { x = 1, z = 2 } }",
     "main.lua:2: steer.seek: target: a point ({ x, y }, { x = , y = } or a vector) or a list of "
     "names expected, got a table of other keys"},
    {HEAD "steer.wander { strength = -1 }",
     "main.lua:2: steer.wander: strength: 0 to 100 expected, got -1"},
    {HEAD "steer.wander { strength = 0/0 }",
     "main.lua:2: steer.wander: strength: 0 to 100 expected, got nan"},
    {HEAD "steer.wander { [1] = 2 }",
     "main.lua:2: steer.wander: parameters are given by name, found the key 1"},
    {HEAD "steer.wander(3)",
     "main.lua:2: steer.wander: a table of parameters expected, got number"},
    {HEAD "steer.wander { strength = print }",
     "main.lua:2: steer.wander: strength: a number, name, point or setting expected, got function"},
    {HEAD "steer.flocking { kind = 'a', cohesion = { raduis = 2 } }",
     "main.lua:2: steer.flocking: cohesion.raduis: unknown parameter (cohesion.radius?)"},
    {HEAD "blend.sum {}",
     "main.lua:2: blend.sum: a list of behaviors expected, got a table without any"},
    {HEAD "blend.sum(3)", "main.lua:2: blend.sum: a list of behaviors expected, got number"},
    {HEAD "blend.sum { 3 }",
     "main.lua:2: blend.sum[1]: a behavior, a blend or { behavior, weight } expected, got number"},
    {HEAD "blend.sum { { steer.wander {}, 2 } }",
     "main.lua:2: blend.sum: part 1: no weight expected (weighted?)"},
    {HEAD "blend.weighted { { steer.wander {}, {} } }",
     "main.lua:2: blend.weighted[1]: a point ({ x, y }, { x = , y = } or a vector) or a "
     "list of names expected, got an empty table"},
    {HEAD "when.sees()", "main.lua:2: when.sees: who: missing, the name of a kind, a list of them, "
                         "or the name of a slot "
                         "expected"},
    {HEAD "when.sees('a', { wihtin = 3 })",
     "main.lua:2: when.sees: wihtin: unknown parameter (within?)"},
    {HEAD "when.sees { who = 'a', wihtin = 3 }",
     "main.lua:2: when.sees: wihtin: unknown parameter (within?)"},
    {HEAD "when.sees { 'a', within = 3 }",
     "main.lua:2: when.sees: parameters are given by name, found the key 1"},
    {HEAD "when.sees('a', { who = 'b' })", "main.lua:2: when.sees: who: given twice"},
    {HEAD "when.after('x', 3)",
     "main.lua:2: when.after: a table of parameters expected, got number"},
    {HEAD "when.after(nil, 3)",
     "main.lua:2: when.after: a table of parameters expected, got number"},
    {HEAD "steer.seek(nil, { target = 'x' })",
     "main.lua:2: steer.seek: a table of parameters expected, got nil"},
    {HEAD "when.after(-1)", "main.lua:2: when.after: seconds: 0 s or more expected, got -1"},
    {HEAD "when.chance(2)", "main.lua:2: when.chance: probability: 0 to 1 1/s expected, got 2"},
    {HEAD "when.lua(3)", "main.lua:2: when.lua: a function expected, got number"},
    {HEAD "local x = when.after(1) & 3",
     "main.lua:2: guards combine with guards, got guard and number"},
    // names that the whole program decides
    {KIND("steer = steer.seek { target = 'prey' }"),
     "main.lua:2: steer.seek: target: kind 'a' has no slot 'prey'"},
    {KIND("slots = { prey = 'agent' }, states = { idle = { steer = steer.seek { target = 'pry' } "
          "} }"),
     "main.lua:2: steer.seek: target: kind 'a' has no slot 'pry' (prey?)"},
    {KIND("slots = { pace = 'number' }, steer = steer.seek { target = 'pace' }"),
     "main.lua:2: steer.seek: target: slot 'pace' holds a number; an "
     "agent, point, pose, obstacle, region, path or surface expected"},
    {KIND("steer = steer.cohesion { kind = 'b', radius = 3 }"),
     "main.lua:2: steer.cohesion: kind: no kind 'b'"},
    {KIND("steer = steer.wander { strength = drover.setting 'x' }"),
     "main.lua:2: steer.wander: strength: no setting 'x'"},
    {KIND("steer = steer.wander { strength = 'pace' }"),
     "main.lua:2: steer.wander: strength: kind 'a' has no slot 'pace'"},
    {KIND("steer = blend.weighted { { steer.wander {}, 'pace' } }"),
     "main.lua:2: blend.weighted: part 1: weight: kind 'a' has no slot 'pace'"},
    {KIND("steer = blend.dither { steer.wander {}, { steer.wander {}, drover.setting 'x' } }"),
     "main.lua:2: blend.dither: part 2: probability: no setting 'x'"},
    {KIND("steer = blend.weighted { { steer.wander { strength = 'pace' }, 2 } }"),
     "main.lua:2: steer.wander: strength: kind 'a' has no slot 'pace'"},
    {KIND("on = { when.sees('b') }"),
     "main.lua:2: when.sees: who: no kind and no slot of a is called 'b'"},
    {KIND("on = { when.sees { 'a', 'b' } }"), "main.lua:2: when.sees: who: no kind 'b'"},
    {KIND("slots = { prey = 'agent' }, on = { when.sees('pray') }"),
     "main.lua:2: when.sees: who: no kind and no slot of a is called 'pray' (prey?)"},
    {KIND("slots = { nest = 'point' }, on = { when.near('nets', 3) }"),
     "main.lua:2: when.near: who: no kind and no slot of a is called 'nets' (nest?)"},
    {KIND("slots = { nest = 'point' }, on = { when.sees('nets') }"),
     "main.lua:2: when.sees: who: no kind and no slot of a is called 'nets'"},
    {KIND("slots = { a = 'agent' }, on = { when.near('a', 3) }"),
     "main.lua:2: when.near: who: both a kind and a slot of this kind are called 'a'"},
    {KIND("slots = { at = 'point' }, on = { when.sees('a', { as = 'at' }) }"),
     "main.lua:2: when.sees: as: slot 'at' holds a point"},
    {KIND("on = { when.sees('a', { as = 'prey' }) }"),
     "main.lua:2: when.sees: as: kind 'a' has no slot 'prey'"},
    {KIND("on = { when.collided(nil, { as = 'prey' }) }"),
     "main.lua:2: when.collided: as: kind 'a' has no slot 'prey'"},
    {KIND("slots = { prey = 'agent' }, on = { when.is('prey', 'idel') }, states = { idle = {} }"),
     "main.lua:2: when.is: state: no kind has a state 'idel' (idle?)"},
    {KIND("on = { when.setting('x') }"), "main.lua:2: when.setting: name: no setting 'x'"},
    {KIND("steer = steer.leader_following { leader = 'group.leder' }"),
     "main.lua:2: steer.leader_following: leader: no group has a slot 'leder'"},
};

static const mistake of_scenarios[] = {
    {SCENARIO("kind = { a }"), "main.lua:3: kind: unknown key (kinds?)"},
    {SCENARIO(""), "main.lua:3: kinds: at least one kind expected"},
    {SCENARIO("kinds = { 3 }"), "main.lua:3: kinds[1]: a kind or its name expected, got number"},
    {SCENARIO("kinds = { a, 'a' }"), "main.lua:3: kinds[2]: kind 'a' is listed twice"},
    {SCENARIO("kinds = { 'b' }"), "main.lua:3: kinds: no module declares a kind 'b'"},
    {SCENARIO("kinds = { 'wofl' }"), "main.lua:3: kinds: no module declares a kind 'wofl'"},
    {HEAD "drover.kind('wolf', {}) return drover.scenario { kinds = { 'wofl' } }",
     "main.lua:2: kinds: no module declares a kind 'wofl' (wolf?)"},
    {SCENARIO("kinds = { a }, seed = -1"),
     "main.lua:3: seed: a whole number of 0 or more expected, got -1"},
    {SCENARIO("kinds = { a }, seed = 1.5"),
     "main.lua:3: seed: a whole number of 0 or more expected, got 1.5"},
    {SCENARIO("kinds = { a }, tick_rate = 0"),
     "main.lua:3: tick_rate: 0 is not in 1 to 1000 ticks per second"},
    {SCENARIO("kinds = { a }, space = 'plan'"), "main.lua:3: space: no space 'plan' (plane?)"},
    {SCENARIO("kinds = { a }, bounds = { min = { 0, 0 } }"),
     "main.lua:3: bounds.max: { x, y } in meters expected, got nil"},
    {SCENARIO("kinds = { a }, bounds = { { 0, 0 }, { 10, 10 } }"),
     "main.lua:3: bounds[1]: unknown key: it is written { min = { x, y }, max = { x, y }, edge = "
     "\"contain\" }"},
    {SCENARIO("kinds = { a }, bounds = { 0, 0, 10, 10 }"),
     "main.lua:3: bounds[1]: unknown key: it is written { min = { x, y }, max = { x, y }, edge = "
     "\"contain\" }"},
    {SCENARIO("kinds = { a }, bounds = { width = 10, height = 10 }"),
     "main.lua:3: bounds.height: unknown key: it is written { min = { x, y }, max = { x, y }, edge "
     "= \"contain\" }"},
    {SCENARIO("kinds = { a }, bounds = { x = { 0, 10 }, y = { 0, 10 } }"),
     "main.lua:3: bounds.x: unknown key: it is written { min = { x, y }, max = { x, y }, edge = "
     "\"contain\" }"},
    {SCENARIO("kinds = { a }, bounds = { left = 0, right = 1, top = 0, bottom = 1 }"),
     "main.lua:3: bounds.bottom: unknown key: it is written { min = { x, y }, max = { x, y }, edge "
     "= \"contain\" }"},
    {SCENARIO("kinds = { a }, bounds = vec(10, 10)"),
     "main.lua:3: bounds: a table expected, got vector"},
    {SCENARIO("kinds = { a }, bounds = { min = { 0, 0 }, max = 3 }"),
     "main.lua:3: bounds.max: { x, y } in meters expected, got number"},
    {SCENARIO("kinds = { a }, bounds = { min = { 0, 0, foo = 1 }, max = { 1, 1 } }"),
     "main.lua:3: bounds.min: a point { x, y } takes no 'foo'"},
    {SCENARIO(
         "kinds = { drover.kind('b', { steer = drover.steer.seek { target = { x = 1, Y = 2 } } "
         "}) }"),
     "main.lua:3: steer.seek: target: a point takes no 'Y' (y?)"},
    {SCENARIO("kinds = { a }, updat = print"), "main.lua:3: updat: unknown key (update?)"},
    {SCENARIO("kinds = { a }, bounds = { min = { 0, 0 }, max = { 0, 9 } }"),
     "main.lua:3: bounds: min must be below max along x"},
    {SCENARIO("kinds = { a }, bounds = { min = { 0, 0 }, max = { 9, 9 }, edge = 'warp' }"),
     "main.lua:3: bounds.edge: no edge 'warp' (wrap?)"},
    {SCENARIO("kinds = { a }, theme = 'gras'"), "main.lua:3: theme: no theme 'gras' (grass?)"},
    {SCENARIO("kinds = { a }, theme = 'lava'"),
     "main.lua:3: theme: no theme 'lava': one of grass, snow, water, street or floor expected"},
    {SCENARIO("kinds = { a }, view = { pitch = 30 }"),
     "main.lua:3: view: a plane is only seen from above; it takes space = \"volume\""},
    {SCENARIO("kinds = { a }, space = 'volume', view = { pitch = 3 }"),
     "main.lua:3: view.pitch: 3 is not in 5 to 90"},
    {SCENARIO("kinds = { a }, space = 'volume', view = { yaw = 1 / 0 }"),
     "main.lua:3: view.yaw: a finite number expected, got inf"},
    {SCENARIO("kinds = { a }, space = 'volume', view = { pitsch = 30 }"),
     "main.lua:3: view.pitsch: unknown key (pitch?)"},
    {SCENARIO("kinds = { a }, space = 'volume', view = 30"),
     "main.lua:3: view: a table expected, got number"},
    {SCENARIO("kinds = { a }, effects = { spawn = false }"),
     "main.lua:3: effects.spawn: unknown key (spawns?)"},
    {SCENARIO("kinds = { a }, effects = { mist = 1 }"),
     "main.lua:3: effects.mist: a boolean expected, got number"},
    {SCENARIO("kinds = { a }, effects = { events = { kill = 0 } }"),
     "main.lua:3: effects.events.kill: a boolean expected, got number"},
    {SCENARIO("kinds = { a }, effects = { events = { 'kill' } }"),
     "main.lua:3: effects.events: a string expected, got number"},
    {SCENARIO("kinds = { a }, bounds = { min = { 0, 0 }, max = { 9, math.huge } }"),
     "main.lua:3: bounds.max: a finite number expected, got inf"},
    {SCENARIO("kinds = { a }, settings = { 3 }"),
     "main.lua:3: settings[1]: a drover.slider, toggle, choice or button expected, got number"},
    {SCENARIO("kinds = { a }, settings = { drover.toggle('x', true), drover.slider('x', 1) }"),
     "main.lua:3: settings[2]: setting 'x' is declared twice"},
    {SCENARIO("kinds = { a }, monitors = { x = 3 }"),
     "main.lua:3: monitors.x: a function expected, got number"},
    {SCENARIO("kinds = { a }, monitors = { status = print }"),
     "main.lua:3: monitors.status: reports and sweeps have a column of that name: give it another"},
    {SCENARIO("kinds = { a }, monitors = { cows = print, x = print }, plots = { { 'cow' } }"),
     "main.lua:3: plots[1][1]: no monitor 'cow' (cows?)"},
    {SCENARIO("kinds = { a }, monitors = { x = print }, plots = { { 'x', 'x' } }"),
     "main.lua:3: plots[1][2]: 'x' is listed twice"},
    {SCENARIO("kinds = { a }, monitors = { x = print }, plots = { { 'x', 3 } }"),
     "main.lua:3: plots[1][2]: a string expected, got number"},
    {SCENARIO("kinds = { a }, monitors = { x = print }, plots = { { 'x', units = 'm' } }"),
     "main.lua:3: plots[1].units: unknown key (unit?)"},
    {SCENARIO("kinds = { a }, monitors = { x = print }, plots = { { 'x', unit = 3 } }"),
     "main.lua:3: plots[1].unit: a string expected, got number"},
    {SCENARIO("kinds = { a }, plots = { { title = 'none' } }"),
     "main.lua:3: plots[1]: the name of a monitor expected: it is written { title = \"herd\", "
     "\"fleeing\", \"grazing\", unit = \"animals\" }"},
    {SCENARIO("kinds = { a }, monitors = { x = print }, plots = { 'x' }"),
     "main.lua:3: plots[1]: a table expected, got string"},
    {SCENARIO("kinds = { a }, setup = 3"), "main.lua:3: setup: a function expected, got number"},
    {SETTING("drover.slider('x', 5, { min = 6, max = 9 })"),
     "main.lua:3: x: the default 5 is not in 6 to 9"},
    {SETTING("drover.slider('x', 5, { mux = 6 })"), "main.lua:3: x.mux: unknown key (max?)"},
    {SETTING("drover.slider('x', 5, { min = 9, max = 1 })"),
     "main.lua:3: x: min must be below max"},
    {SETTING("drover.slider('x', 'y')"), "main.lua:3: x: a number expected, got string"},
    {SETTING("drover.slider('x')"), "main.lua:3: x: a number expected, got nil"},
    {SETTING("drover.slider('x', 0/0)"), "main.lua:3: x: a finite number expected, got nan"},
    {SETTING("drover.slider('x y', 1)"),
     "main.lua:3: drover.slider: a name of letters, digits and _ expected, got 'x y'"},
    {SETTING("drover.toggle('x', 1)"), "main.lua:3: x: a boolean expected, got number"},
    {SETTING("drover.choice('x', 'tow', { 'one', 'two' })"),
     "main.lua:3: x: no option 'tow' (two?)"},
    {SETTING("drover.choice('x', 'one')"),
     "main.lua:3: x: a list of options expected: { \"one\", \"two\" }"},
    {SETTING("drover.choice('x', 'one', { 'one', 2 })"),
     "main.lua:3: x[2]: a string expected, got number"},
    {HEAD "return 3", "main.lua: return drover.scenario { ... }, not number"},
    {HEAD "drover.kind('a', {})", "main.lua: return drover.scenario { ... }, not nil"},
    {HEAD "drover.kind('a', {}) drover.kind('a', {})",
     "main.lua:2: drover.kind: 'a' is declared twice in this module"},
    {HEAD "drover.group('g', { elct = 1 })", "main.lua:2: elct: unknown key (elect?)"},
    {HEAD "drover.group('g', { elect = 1 })", "main.lua:2: elect: a function expected, got number"},
    {HEAD "drover.group('g', { slots = { leader = 'agent' } })",
     "main.lua:2: slots.leader: the name is already a field or method"},
    {HEAD "drover.group('g', { memory = { members = 1 } })",
     "main.lua:2: memory.members: the name is already a field or method"},
    {HEAD "drover.setting(3).x = 1", "main.lua:2: this cannot be changed"},
    {HEAD "drover.kind = 1", "main.lua:2: drover is read-only"},
    {HEAD "steer.mine = 1", "main.lua:2: drover.steer is read-only"},
    {HEAD "herd = 1", "main.lua:2: assigning the global 'herd': use local"},
    {HEAD "local x = = 1", "main.lua:2: unexpected symbol near '='"},
    {HEAD "require 'wolf'",
     "main.lua:2: require \"wolf\": there is neither wolf.lua nor a library of that name"},
    {HEAD "require 'pedestran'", "main.lua:2: require \"pedestran\": there is neither "
                                 "pedestran.lua nor a library of that name; did you mean "
                                 "pedestrian?"},
    {HEAD "local walk = require('pedestrian').walk {}",
     "main.lua:2: pedestrian.walk: target: missing"},
    {HEAD "local walk = require('pedestrian').walk { target = 'goal', prefer = 'way' }",
     "main.lua:2: pedestrian.walk: prefer: only instead of target"},
    {HEAD "local walk = require('pedestrian').walk { target = 'goal', knd = 'a' }",
     "main.lua:2: pedestrian.walk: unknown key knd"},
};

static void check_all(fixture *f, const mistake *mistakes, size_t count) {
    for (size_t i = 0; i < count; i++)
        expect_refusal(f, mistakes[i].source, mistakes[i].message);
}

#define CHECK_ALL(f, list) check_all(f, list, sizeof list / sizeof *list)

static void a_mistake_in_a_kind_is_named_with_its_path(void **state) {
    CHECK_ALL(*state, of_kinds);
}

static void a_mistake_in_a_behavior_or_guard_is_named_with_its_path(void **state) {
    CHECK_ALL(*state, of_steering);
}

static void a_mistake_in_a_scenario_is_named_with_its_path(void **state) {
    CHECK_ALL(*state, of_scenarios);
}

#define KIND_ALONE "return drover.scenario { kinds = { drover.kind('k', {}) } }"

static const mistake of_sizes[] = {
    {HEAD "local t = {} for i = 1, 63 do t['p' .. i] = 1 end steer.wander(t)",
     "main.lua:2: steer.wander: p1: unknown parameter: one of strength or rate expected"},
    {HEAD "local t = {} for i = 1, 400 do t['p' .. i] = 1 end steer.wander(t)",
     "main.lua:2: steer.wander: more than 64 parameters"},
    {HEAD
     "local t = {} for i = 1, 400 do t[i] = 'k' .. i end steer.cohesion { kind = t, radius = 1 }"
     " return 1",
     "main.lua: return drover.scenario { ... }, not number"},
    {HEAD "local t, w = {}, steer.wander {} for i = 1, 3000 do t[i] = { w, 'weight' } end\n"
          "blend.weighted(t)",
     "main.lua:3: blend.weighted: more than 1024 behaviors and blends in it"},
    {HEAD "local b = steer.wander {} for i = 1, 200 do b = blend.sum { b } end",
     "main.lua:2: blend.sum: nested more than 32 deep"},
    {HEAD "local g = when.after(1) for i = 1, 40 do g = g & g end",
     "main.lua:2: guards joined more than 32 deep, or more than 1024 of them"},
    {HEAD "local t = {} for i = 1, 300 do t['s' .. i] = {} end\n"
          "return drover.scenario { kinds = { drover.kind('a', { states = t, initial = 's1' }) } }",
     "main.lua:3: kind 'a' has more than 256 states"},
    {HEAD "local t = {} for i = 1, 257 do t[i] = drover.kind('k' .. i, {}) end\n"
          "return drover.scenario { kinds = t }",
     "main.lua:2: more than 256 kinds"},
    {HEAD "\nfor i = 1, 65 do drover.group('g' .. i, {}) end\n" KIND_ALONE,
     "main.lua:3: more than 64 groups"},
    {HEAD "\nfor i = 1, 65 do drover.flow('f' .. i, { resolution = 1 }) end\n" KIND_ALONE,
     "main.lua:3: more than 64 flows"},
    {HEAD "\nfor i = 1, 65 do drover.field('f' .. i, {}) end\n" KIND_ALONE,
     "main.lua:3: more than 64 fields"},
    {HEAD "\nfor i = 1, 65 do drover.link('l' .. i, {}) end\n" KIND_ALONE,
     "main.lua:3: more than 64 types of links"},
    {HEAD "\nfor i = 1, 65 do drover.terrain('t' .. i, {}) end\n" KIND_ALONE,
     "main.lua:3: more than 64 types of terrain"},
    {HEAD "\nfor i = 1, 65 do drover.surface('s' .. i, { plane = {} }) end\n" KIND_ALONE,
     "main.lua:3: more than 64 surfaces"},
};

static void too_much_is_refused(void **state) { CHECK_ALL(*state, of_sizes); }

static void as_much_as_fits_is_taken(void **state) {
    fixture *f = *state;
    open_main(f, read_script("definitions/as_much_as_fits_is_taken.lua"));
    step(f, 2);
    expect_log(f, "256\n300.0\t1\n7\n");
    assert_string_equal(banner_of(f), "");
}

// What scripts may do with the engine's own objects, and may not.
static const mistake of_mischief[] = {
    {HEAD "getmetatable(steer.wander {}).__gc(nil)",
     "main.lua:2: attempt to index a boolean value"},
    {HEAD "setmetatable(drover, {})", "main.lua:2: cannot change a protected metatable"},
    {HEAD "rawset(drover, 'kind', 1)", "main.lua:2: rawset: this table is read-only"},
    {HEAD "local w = steer.wander {} print(w.x)",
     "main.lua:2: a behavior has no parts, only a blend has"},
    {HEAD "print(#steer.wander {})", "main.lua:2: a blend expected, got steer.wander"},
    {HEAD "print(drover.blend.sum { steer.wander {} }.wander)",
     "main.lua:2: a blend is read as a list: blend[1], and #blend; it has no field 'wander'"},
    {HEAD "print(drover.kind('a', {}).body)",
     "main.lua:2: a declaration has a name, and no other field"},
    {HEAD "coroutine.wrap(function() steer.wandr {} end)()",
     "main.lua:2: no behavior 'wandr' (wander?)"},
    {HEAD "error({})", "main.lua:2: the script raised a table value"},
    {HEAD "error(setmetatable({}, { __tostring = function() return 'told' end }))",
     "main.lua:2: told"},
    {HEAD "error()", "main.lua:2: the script raised a nil value"},
    {HEAD "return drover.scenario { kinds = { drover.kind('a', {}) }, setup = function(world)\n"
          "  while true do world:spawn('a', {}) world:remove(world:agents()()) end end }",
     "main.lua:3: stopped after 0.9 s: the script does not return"},
    {HEAD "return drover.scenario { kinds = { drover.kind('a', {}) }, setup = function(world)\n"
          "  local function f() return pcall(f) or f() end while true do pcall(f) end end }",
     "main.lua:3: stopped after 0.9 s: the script does not return"},
};

static void mischief_ends_in_a_message(void **state) {
    fixture *f = *state;
    f->timed = true;
    CHECK_ALL(f, of_mischief);
}

static void spawning_and_switching_work_in_coroutines(void **state) {
    expect_run(*state, read_script("definitions/spawning_and_switching_work_in_coroutines.lua"), 1,
               "enter\ta#1\n1.0\nenter\ta#2\n2.0\nenter\ta#3\n3.0\nenter\ta#4\nenter\ta#5\n5\n");
}

static void a_kind_may_be_given_itself(void **state) {
    expect_run(*state, read_script("definitions/a_kind_may_be_given_itself.lua"), 1, "near\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_mistake_in_a_kind_is_named_with_its_path),
        CASE(a_mistake_in_a_behavior_or_guard_is_named_with_its_path),
        CASE(a_mistake_in_a_scenario_is_named_with_its_path),
        CASE(too_much_is_refused),
        CASE(as_much_as_fits_is_taken),
        CASE(mischief_ends_in_a_message),
        CASE(spawning_and_switching_work_in_coroutines),
        CASE(a_kind_may_be_given_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
