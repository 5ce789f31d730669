// Making a generation of code: from what the modules declared and the scenario they return, a
// program for the engine and the list of Lua functions beside it.
#include "script.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"

#include <math.h>
#include <string.h>

/// Memory that must go when building raises: a user value with __gc would do as much; the builder
/// is owned by the caller of the protected call instead.
typedef struct builder {
    dv_scenario *scenario;
    dv_generation *generation;
    lua_State *L;
    int functions; ///< place of the list of functions
    dv_error error;
} builder;

static void check(builder *b, dv_result result) {
    if (result != DV_OK) {
        lua_pushstring(b->L, b->error.message);
        lua_error(b->L);
    }
}

static void *take(builder *b, size_t size) {
    void *block = dv_arena_alloc(&b->generation->memory, size);
    if (!block)
        luaL_error(b->L, "out of memory");
    return block;
}

static const char *keep_string(builder *b, const char *string) {
    const char *copy = dv_arena_copy_string(&b->generation->memory, string);
    if (!copy)
        luaL_error(b->L, "out of memory");
    return copy;
}

/// Take the function in a field of the record at the top; 0 when there is none.
static dv_function take_function(builder *b, const char *field) {
    lua_State *L = b->L;
    if (lua_getfield(L, -1, field) == LUA_TNIL) {
        lua_pop(L, 1);
        return 0;
    }
    dv_function number = (dv_function)lua_rawlen(L, b->functions) + 1;
    lua_rawseti(L, b->functions, (lua_Integer)number);
    return number;
}

/// A string in a field of the record at the top; it lives as long as the record. NULL when absent.
static const char *string_field(lua_State *L, const char *field) {
    const char *string = lua_getfield(L, -1, field) == LUA_TNIL ? NULL : lua_tostring(L, -1);
    lua_pop(L, 1);
    return string;
}

static bool flag_field(lua_State *L, const char *field) {
    lua_getfield(L, -1, field);
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

static double number_field(lua_State *L, const char *field) {
    lua_getfield(L, -1, field);
    double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static dv_value value_field(lua_State *L, const char *field) {
    dv_value value = {0};
    if (lua_getfield(L, -1, field) != LUA_TNIL)
        value = dv_to_value(L, -1, field);
    lua_pop(L, 1);
    return value;
}

/// The stress behaviors of a field, which the kind's record keeps alive; `parts` has room for them.
static uint32_t stress_field(lua_State *L, const char *field,
                             dv_stress_part parts[DV_MOST_STRESSES]) {
    uint32_t count = 0;
    lua_getfield(L, -1, field);
    lua_Unsigned length = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
    for (; count < length && count < DV_MOST_STRESSES; count++) {
        lua_rawgeti(L, -1, (lua_Integer)count + 1);
        lua_getfield(L, -1, "behavior");
        parts[count].stress = dv_to_stress(L, -1);
        lua_pop(L, 1);
        parts[count].weight = value_field(L, "weight");
        parts[count].power = value_field(L, "power");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return count;
}

static dv_steering *steering_field(lua_State *L, const char *field) {
    lua_getfield(L, -1, field);
    dv_steering *steering = dv_to_steering(L, -1);
    lua_pop(L, 1);
    return steering;
}

// Settings

static void add_setting(builder *b) {
    lua_State *L = b->L;
    const char *kind = string_field(L, "kind");
    dv_setting_def def = {
        .name = string_field(L, "name"),
        .type = strcmp(kind, "slider") == 0   ? DV_SLIDER
                : strcmp(kind, "toggle") == 0 ? DV_TOGGLE
                                              : DV_CHOICE,
        .fallback = number_field(L, "default"),
        .minimum = number_field(L, "min"),
        .maximum = number_field(L, "max"),
        .step = number_field(L, "step"),
        .restart = flag_field(L, "restart"),
        .title = string_field(L, "title"),
    };
    if (lua_getfield(L, -1, "options") == LUA_TTABLE) {
        def.option_count = (uint32_t)lua_rawlen(L, -1);
        const char **options = take(b, (def.option_count + 1) * sizeof *options);
        for (uint32_t i = 0; i < def.option_count; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            options[i] = keep_string(b, lua_tostring(L, -1));
            lua_pop(L, 1);
        }
        def.options = options;
    }
    lua_pop(L, 1);
    check(b, dv_program_add_setting(b->generation->program, &def, &b->error));
}

static void add_settings(builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "settings");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        add_setting(b);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

// Names

/// Push the table of names of the record at the top: slots by number, memory true.
static void push_names(lua_State *L) {
    int record = lua_gettop(L);
    lua_newtable(L);
    lua_getfield(L, record, "slots");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        lua_getfield(L, -1, "name");
        lua_pushinteger(L, (lua_Integer)i - 1);
        lua_rawset(L, -5);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_getfield(L, record, "memory");
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushboolean(L, 1);
        lua_rawset(L, -5);
    }
    lua_pop(L, 1);
}

/// Put names and memory defaults of the record at the top into a list kept by reference.
static void add_names(lua_State *L, int list, uint32_t number) {
    push_names(L);
    lua_rawseti(L, list, 2 * (lua_Integer)number + 1);
    lua_getfield(L, -1, "memory");
    lua_rawseti(L, list, 2 * (lua_Integer)number + 2);
}

static dv_slot_def *read_slots(builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "slots");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_slot_def *slots = take(b, (*count + 1) * sizeof *slots);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        slots[i].name = string_field(L, "name");
        slots[i].type = dv_slot_type_by_name(string_field(L, "type"));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return slots;
}

// Groups

static void add_group(builder *b, int list, uint32_t number) {
    dv_group_def def = {.name = string_field(b->L, "name"), .where = string_field(b->L, "where")};
    def.slots = read_slots(b, &def.slot_count);
    dv_function elect = take_function(b, "elect");
    def.has_elect = elect != 0;
    check(b, dv_program_add_group(b->generation->program, &def, &b->error));
    b->generation->elect[number] = elect;
    add_names(b->L, list, number);
}

/// Call `add` with the record of everything of a family that modules declare at the top of the
/// stack, in order; kinds are declared too, but only those the scenario lists count.
static void each_declared(builder *b, const char *family, int list,
                          void (*add)(builder *b, int list, uint32_t number)) {
    lua_State *L = b->L;
    const dv_modules *modules = b->scenario->modules;
    uint32_t number = 0;
    for (uint32_t i = 0; i < dv_modules_count(modules); i++) {
        dv_modules_push_declarations(L, modules, dv_modules_name(modules, i));
        if (lua_getfield(L, -1, family) == LUA_TTABLE) {
            int declared = lua_gettop(L);
            lua_pushcfunction(L, dv_ordered_keys);
            lua_pushvalue(L, declared);
            lua_call(L, 1, 1);
            lua_Unsigned count = lua_rawlen(L, -1);
            for (lua_Unsigned k = 1; k <= count; k++) {
                lua_rawgeti(L, declared + 1, (lua_Integer)k);
                lua_rawget(L, declared);
                add(b, list, number++);
                lua_pop(L, 1);
            }
            lua_pop(L, 1);
        }
        lua_pop(L, 2);
    }
}

static void add_groups(builder *b) {
    lua_State *L = b->L;
    b->generation->elect = take(b, DV_MAX_GROUP_TYPES * sizeof *b->generation->elect);
    lua_newtable(L);
    each_declared(b, "group", lua_gettop(L), add_group);
    b->generation->group_names = luaL_ref(L, LUA_REGISTRYINDEX);
}

// Flows

static dv_vec3 corner(lua_State *L, const char *name) {
    double axes[3] = {0, 0, 0};
    lua_getfield(L, -1, name);
    dv_to_point(L, -1, axes);
    lua_pop(L, 1);
    return dv_vector_of(axes);
}

static void add_flow(builder *b, int list, uint32_t number) {
    lua_State *L = b->L;
    (void)list;
    dv_flow_def def = {.name = string_field(L, "name"),
                       .where = string_field(L, "where"),
                       .resolution = number_field(L, "resolution"),
                       .interval = number_field(L, "interval")};
    def.has_bounds = lua_getfield(L, -1, "bounds") == LUA_TTABLE;
    if (def.has_bounds) {
        def.min = corner(L, "min");
        def.max = corner(L, "max");
    }
    lua_pop(L, 1);
    dv_function field = take_function(b, "field");
    def.has_field = field != 0;
    check(b, dv_program_add_flow(b->generation->program, &def, &b->error));
    b->generation->field[number] = field;
}

static void add_flows(builder *b) {
    b->generation->field = take(b, DV_MAX_FLOW_TYPES * sizeof *b->generation->field);
    each_declared(b, "flow", 0, add_flow);
}

static void add_terrain(builder *b, int list, uint32_t number) {
    (void)list;
    (void)number;
    dv_add_terrain(b->L, lua_gettop(b->L), b->generation->program);
}

// Kinds

static void add_guards(builder *b, const char *state, const char *where) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "on");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        lua_getfield(L, -1, "guard");
        dv_on_def def = {.guard = dv_to_guard(L, -1), .where = where, .callback = -1};
        lua_pop(L, 1);
        def.state = string_field(L, "state");
        dv_function choose = take_function(b, "choose");
        if (choose)
            def.callback = (int32_t)choose;
        check(b, dv_program_add_on(b->generation->program, state, &def, &b->error));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void add_state(builder *b, const char *where, dv_state_code *code) {
    lua_State *L = b->L;
    dv_state_def def = {.name = string_field(L, "name"),
                        .where = where,
                        .speed = value_field(L, "speed"),
                        .steer = steering_field(L, "steer"),
                        .renamed_from = string_field(L, "renamed_from")};
    dv_stress_part parts[DV_MOST_STRESSES];
    def.stress = parts;
    def.stress_count = stress_field(L, "stress", parts);
    code->enter = take_function(b, "enter");
    code->leave = take_function(b, "leave");
    code->step = take_function(b, "step");
    def.has_enter = code->enter != 0;
    def.has_leave = code->leave != 0;
    def.has_step = code->step != 0;
    def.think = (uint32_t)number_field(L, "think");
    check(b, dv_program_add_state(b->generation->program, &def, &b->error));
    add_guards(b, def.name, where);
}

static void add_states(builder *b, const char *where, dv_kind_code *code) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "states");
    lua_Unsigned count = lua_rawlen(L, -1);
    code->states = take(b, (count + 1) * sizeof *code->states);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        add_state(b, where, &code->states[i]);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void add_blends(builder *b) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "blends");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        check(b, dv_program_add_blend(b->generation->program, string_field(L, "name"),
                                      steering_field(L, "steer"), &b->error));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static dv_look read_look(lua_State *L) {
    dv_look look = dv_kind_def_default().look;
    lua_getfield(L, -1, "look");
    if (lua_getfield(L, -1, "shape") == LUA_TNUMBER)
        look.shape = (dv_shape)lua_tointeger(L, -1);
    if (lua_getfield(L, -2, "color") == LUA_TNUMBER)
        look.color = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    look.size = (float)number_field(L, "size");
    lua_pop(L, 1);
    return look;
}

static const dv_attribute_def *read_attributes(builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "attributes");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_attribute_def *attributes = take(b, (*count + 1) * sizeof *attributes);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        attributes[i] = (dv_attribute_def){string_field(L, "name"), number_field(L, "default")};
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return attributes;
}

static const dv_model_parameter_def *read_model_parameters(builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "parameters");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_model_parameter_def *parameters = take(b, (*count + 1) * sizeof *parameters);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        parameters[i] = (dv_model_parameter_def){.name = string_field(L, "name"),
                                                 .minimum = number_field(L, "min"),
                                                 .maximum = number_field(L, "max"),
                                                 .fallback = number_field(L, "default")};
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return parameters;
}

static const dv_effect_def *read_effects(builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "effects");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_effect_def *effects = take(b, (*count + 1) * sizeof *effects);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        effects[i] = (dv_effect_def){.attribute = string_field(L, "attribute"),
                                     .parameter = string_field(L, "parameter"),
                                     .low = number_field(L, "low"),
                                     .high = number_field(L, "high"),
                                     .inverse = flag_field(L, "inverse"),
                                     .dominant = flag_field(L, "dominant")};
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return effects;
}

/// The model of the record at the top; NULL when there is none.
static const dv_model_def *read_model(builder *b) {
    lua_State *L = b->L;
    dv_model_def *model = NULL;
    if (lua_getfield(L, -1, "model") == LUA_TTABLE) {
        model = take(b, sizeof *model);
        model->where = string_field(L, "where");
        model->attributes = read_attributes(b, &model->attribute_count);
        model->parameters = read_model_parameters(b, &model->parameter_count);
        model->effects = read_effects(b, &model->effect_count);
    }
    lua_pop(L, 1);
    return model;
}

static void add_kind(builder *b, int list, uint32_t number) {
    lua_State *L = b->L;
    dv_kind_code *code = &b->generation->kinds[number];
    dv_kind_def def = dv_kind_def_default();
    def.name = string_field(L, "name");
    def.where = string_field(L, "where");
    def.locomotion = string_field(L, "locomotion");
    def.occluded = flag_field(L, "occluded");
    def.look = read_look(L);
    def.slots = read_slots(b, &def.slot_count);
    def.model = read_model(b);
    def.initial = string_field(L, "initial");
    def.speed = value_field(L, "speed");
    def.steer = steering_field(L, "steer");
    def.reflexes = steering_field(L, "reflexes");
    dv_stress_part parts[DV_MOST_STRESSES], reflexes[DV_MOST_STRESSES];
    def.stress = parts;
    def.stress_count = stress_field(L, "stress", parts);
    def.reflex_stress = reflexes;
    def.reflex_stress_count = stress_field(L, "reflex_stress", reflexes);
    code->step = take_function(b, "step");
    code->init = take_function(b, "init");
    code->migrate = take_function(b, "migrate");
    code->draw = take_function(b, "draw");
    def.has_step = code->step != 0;
    def.think = (uint32_t)number_field(L, "think");
    def.has_init = code->init != 0;
    lua_getfield(L, -1, "properties");
    for (int i = 0; i < DV_PROPERTY_COUNT; i++)
        def.properties[i] = value_field(L, dv_properties[i].name);
    lua_pop(L, 1);
    check(b, dv_program_add_kind(b->generation->program, &def, &b->error));
    add_states(b, def.where, code);
    add_guards(b, NULL, def.where);
    add_blends(b);
    add_names(L, list, number);
    lua_getfield(L, -1, "memory");
    lua_pushnil(L);
    code->remembers = lua_next(L, -2) != 0;
    lua_pop(L, code->remembers ? 3 : 1);
    lua_pushstring(L, def.name);
    b->generation->kind_names[number] = lua_topointer(L, -1);
    lua_rawseti(L, list, -(lua_Integer)number - 1);
}

/// Of the kinds that modules declare, the one that may be meant; its name stays on the stack.
static const char *nearest_declared_kind(builder *b, const char *name) {
    lua_State *L = b->L;
    const dv_modules *modules = b->scenario->modules;
    const char *names[DV_MAX_KINDS];
    uint32_t count = 0;
    luaL_checkstack(L, (int)(2 * dv_modules_count(modules) + DV_MAX_KINDS) + 8, "too many modules");
    for (uint32_t i = 0; i < dv_modules_count(modules); i++) {
        dv_modules_push_declarations(L, modules, dv_modules_name(modules, i));
        if (lua_getfield(L, -1, "kind") != LUA_TTABLE)
            continue;
        lua_pushnil(L);
        while (count < DV_MAX_KINDS && lua_next(L, -2)) {
            names[count++] = lua_tostring(L, -2);
            lua_pop(L, 1);
        }
    }
    return dv_nearest_name(name, names, count);
}

/// Push the record of a kind by name; the modules' names are searched from the last loaded.
static void push_kind_record(builder *b, const char *name, const char *where) {
    lua_State *L = b->L;
    const dv_modules *modules = b->scenario->modules;
    int top = lua_gettop(L), found = 0;
    for (uint32_t i = 0; i < dv_modules_count(modules); i++) {
        dv_modules_push_declarations(L, modules, dv_modules_name(modules, i));
        if (lua_getfield(L, -1, "kind") == LUA_TTABLE && lua_getfield(L, -1, name) == LUA_TTABLE) {
            if (found) {
                const char *first = string_field(L, "where");
                lua_settop(L, found);
                lua_pushfstring(L, "%s: kind '%s' is declared twice: at %s too", first, name,
                                string_field(L, "where"));
                lua_error(L);
            }
            found = top + 1;
            lua_insert(L, found);
            lua_settop(L, found);
        } else {
            lua_settop(L, found ? found : top);
        }
    }
    if (found)
        return;
    const char *nearest = nearest_declared_kind(b, name);
    lua_pushfstring(L, "%s: kinds: no module declares a kind '%s'%s%s%s", where, name,
                    nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    lua_error(L);
}

static void add_kinds(builder *b, int scenario) {
    lua_State *L = b->L;
    lua_newtable(L);
    int list = lua_gettop(L);
    lua_getfield(L, scenario, "where");
    const char *where = lua_tostring(L, -1);
    lua_getfield(L, scenario, "kinds");
    int names = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, -1);
    b->generation->kinds = take(b, (count + 1) * sizeof *b->generation->kinds);
    b->generation->kind_names = take(b, (count + 1) * sizeof *b->generation->kind_names);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, names, (lua_Integer)i + 1);
        push_kind_record(b, lua_tostring(L, -1), where);
        add_kind(b, list, (uint32_t)i);
        lua_pop(L, 2);
    }
    lua_pop(L, 2);
    b->generation->names = luaL_ref(L, LUA_REGISTRYINDEX);
}

// Scenario

static void read_world(builder *b, int scenario) {
    lua_State *L = b->L;
    dv_world_def *def = &b->generation->world;
    lua_pushvalue(L, scenario);
    *def = dv_world_def_default();
    def->tick_rate = number_field(L, "tick_rate");
    lua_getfield(L, -1, "seed");
    def->seed = (uint64_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    def->space = strcmp(string_field(L, "space"), "volume") == 0 ? DV_VOLUME : DV_PLANE;
    if (lua_getfield(L, -1, "bounds") == LUA_TTABLE) {
        const char *edge = string_field(L, "edge");
        def->bounds.min = corner(L, "min");
        def->bounds.max = corner(L, "max");
        def->bounds.edge = strcmp(edge, "wrap") == 0      ? DV_EDGE_WRAP
                           : strcmp(edge, "contain") == 0 ? DV_EDGE_CONTAIN
                                                          : DV_EDGE_OPEN;
    }
    lua_pop(L, 1);
    b->generation->title = keep_string(b, string_field(L, "title"));
    b->generation->setup = take_function(b, "setup");
    b->generation->setting = take_function(b, "setting");
    b->generation->update = take_function(b, "update");
    b->generation->on_reload = take_function(b, "on_reload");
    b->generation->draw = take_function(b, "draw");
    for (int type = 0; type < DV_INPUT_COUNT; type++)
        b->generation->input[type] = take_function(b, dv_input_names[type]);
    lua_pop(L, 1);
}

static void read_monitors(builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "monitors");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    b->generation->monitors = take(b, (count + 1) * sizeof *b->generation->monitors);
    for (uint32_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        b->generation->monitors[i].name = keep_string(b, string_field(L, "name"));
        b->generation->monitors[i].function = take_function(b, "monitor");
        lua_pop(L, 1);
    }
    b->generation->monitor_count = count;
    lua_pop(L, 1);
}

static void read_tool(builder *b, dv_tool *tool) {
    lua_State *L = b->L;
    tool->name = keep_string(b, string_field(L, "name"));
    tool->title = keep_string(b, string_field(L, "title"));
    tool->key = keep_string(b, string_field(L, "key"));
    for (int type = 0; type < DV_INPUT_COUNT; type++)
        tool->input[type] = take_function(b, dv_input_names[type]);
    tool->draw = take_function(b, "draw");
}

static void read_tools(builder *b, int scenario) {
    lua_State *L = b->L;
    lua_getfield(L, scenario, "tools");
    uint32_t count = (uint32_t)lua_rawlen(L, -1);
    b->generation->tools = take(b, (count + 1) * sizeof *b->generation->tools);
    for (uint32_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        read_tool(b, &b->generation->tools[i]);
        lua_pop(L, 1);
    }
    b->generation->tool_count = count;
    lua_pop(L, 1);
}

static int build(lua_State *L) {
    builder *b = lua_touserdata(L, 1);
    b->L = L;
    if (!luaL_testudata(L, 2, "scenario")) {
        lua_pushfstring(
            L, "%s: return drover.scenario { ... }, not %s",
            dv_modules_path(b->scenario->modules, dv_modules_count(b->scenario->modules) - 1),
            luaL_typename(L, 2));
        return lua_error(L);
    }
    lua_getiuservalue(L, 2, 1);
    int scenario = lua_gettop(L);
    lua_newtable(L);
    b->functions = lua_gettop(L);
    add_settings(b, scenario);
    add_groups(b);
    add_flows(b);
    each_declared(b, "terrain", 0, add_terrain);
    add_kinds(b, scenario);
    read_world(b, scenario);
    read_monitors(b, scenario);
    read_tools(b, scenario);
    dv_note_start(L, scenario, b->scenario->modules, b->generation->program, &b->generation->start);
    dv_add_surfaces(L, b->scenario->modules, b->generation->program, &b->generation->world.bounds);
    b->generation->stopped = take(b, (size_t)lua_rawlen(L, b->functions) + 1);
    b->generation->functions = luaL_ref(L, LUA_REGISTRYINDEX);
    check(b, dv_program_finish(b->generation->program, &b->error));
    return 0;
}

dv_generation *dv_generation_create(dv_scenario *scenario, dv_error *error) {
    lua_State *L = scenario->state;
    dv_generation *generation = dv_alloc(sizeof *generation);
    builder b = {.scenario = scenario, .generation = generation};
    if (!generation || !(generation->program = dv_program_create())) {
        dv_free(generation);
        lua_pop(L, 1);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    generation->functions = generation->names = generation->group_names = LUA_NOREF;
    lua_pushcfunction(L, build);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, &b);
    lua_insert(L, -2);
    if (dv_call(scenario, 2, 0, DV_LOADING, dv_callback_seconds, error) == DV_OK)
        return generation;
    dv_generation_destroy(scenario, generation);
    return NULL;
}

void dv_generation_destroy(dv_scenario *scenario, dv_generation *generation) {
    if (!generation)
        return;
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->functions);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->names);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, generation->group_names);
    dv_program_release(generation->program);
    dv_arena_free(&generation->memory);
    dv_arena_free(&generation->start.memory);
    dv_free(generation);
}
