// The kinds of a generation: bodies, models, states, and guards, and the functions that go with
// them.
#include "builder.h"
#include "building.h"
#include "classes/behavior.h"
#include "modules/modules.h"
#include "reload/generation_data.h"
#include "warnings.h"

#include "base/names.h"

#include <stdio.h>

static void add_guards(dv_builder *b, const char *kind, const char *state, const char *where) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "on");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        lua_getfield(L, -1, "guard");
        dv_on_def def = {.guard = dv_use_guard(L, -1), .where = where, .callback = -1};
        if (def.guard)
            dv_warn_of_chance_at_event(L, def.guard);
        lua_pop(L, 1);
        def.state = dv_string_field(L, "state");
        dv_builder_begin(b, "kind %.100s, state %.100s, on[%u]", kind, state ? state : "",
                         (unsigned)i);
        dv_function choose = dv_builder_function(b, "choose");
        if (choose)
            def.callback = (int32_t)choose;
        dv_builder_check(b, dv_program_add_on(b->generation->program, state, &def, &b->error));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/// What the record at the top leaves in fields; NULL if it does not say.
static const dv_leaving_def *read_leaves(dv_builder *b, uint32_t *count) {
    lua_State *L = b->L;
    dv_leaving_def *leaves = NULL;
    *count = 0;
    if (lua_getfield(L, -1, "leaves") == LUA_TTABLE) {
        *count = (uint32_t)lua_rawlen(L, -1);
        leaves = dv_builder_take(b, (*count + 1) * sizeof *leaves);
        for (uint32_t i = 0; i < *count; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            leaves[i] = (dv_leaving_def){.field = dv_string_field(L, "field"),
                                         .rate = dv_value_field(L, "rate")};
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
    return leaves;
}

static void add_state(dv_builder *b, const char *kind, const char *where, dv_state_code *code) {
    lua_State *L = b->L;
    dv_state_def def = {.name = dv_string_field(L, "name"),
                        .where = where,
                        .speed = dv_value_field(L, "speed"),
                        .steer = dv_steering_field(L, "steer")};
    dv_stress_part parts[DV_MAX_STRESSES];
    def.stress = parts;
    def.stress_count = dv_stresses_field(L, "stress", parts);
    def.leaves = read_leaves(b, &def.leaving_count);
    dv_builder_begin(b, "kind %.100s, state %.100s", kind, def.name ? def.name : "");
    code->enter = dv_builder_function(b, "enter");
    code->leave = dv_builder_function(b, "leave");
    code->step = dv_builder_function(b, "step");
    def.has_enter = code->enter != 0;
    def.has_leave = code->leave != 0;
    def.has_step = code->step != 0;
    def.think = (uint32_t)dv_number_field(L, "think");
    def.color = (uint32_t)dv_number_field(L, "color");
    if (!dv_builder_check(b, dv_program_add_state(b->generation->program, &def, &b->error)))
        return;
    dv_builder_renames(b, DV_FAMILY_STATE, kind);
    dv_builder_parts(b, code);
    add_guards(b, kind, def.name, where);
}

static void add_states(dv_builder *b, const char *kind, const char *where, dv_kind_code *code) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "states");
    lua_Unsigned count = lua_rawlen(L, -1);
    code->states = dv_builder_take(b, (count + 1) * sizeof *code->states);
    code->warned_of_speed = dv_builder_take(b, (count + 1) * sizeof *code->warned_of_speed);
    code->acts = dv_builder_take(b, (count + 1) * sizeof *code->acts);
    code->where = dv_builder_keep(b, where);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        add_state(b, kind, where, &code->states[i]);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void add_blends(dv_builder *b) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "blends");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        dv_builder_check(b, dv_program_add_blend(b->generation->program, dv_string_field(L, "name"),
                                                 dv_steering_field(L, "steer"), &b->error));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/// Add the numbers that the kind's schemas and plans read from slots and settings.
static void add_numbers(dv_builder *b) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "numbers");
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        dv_number_def def = {.where = dv_string_field(L, "where"),
                             .family = dv_string_field(L, "family"),
                             .owner = dv_string_field(L, "owner"),
                             .name = dv_string_field(L, "key"),
                             .value = dv_value_field(L, "value")};
        dv_builder_check(b, dv_program_add_number(b->generation->program, &def, &b->error));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/// The polygon of the record at the top.
static dv_shape_polygon read_polygon(dv_builder *b) {
    lua_State *L = b->L;
    dv_shape_polygon polygon = {.color = (uint32_t)dv_number_field(L, "color"),
                                .shade = (float)dv_number_field(L, "shade"),
                                .is_detail = dv_flag_field(L, "is_detail")};
    lua_getfield(L, -1, "coordinates");
    polygon.count = (uint32_t)lua_rawlen(L, -1) / 2;
    dv_shape_point *points = dv_builder_take(b, (polygon.count + 1) * sizeof *points);
    for (uint32_t i = 0; i < polygon.count; i++) {
        lua_rawgeti(L, -1, 2 * (lua_Integer)i + 1);
        lua_rawgeti(L, -2, 2 * (lua_Integer)i + 2);
        points[i] = (dv_shape_point){(float)lua_tonumber(L, -2), (float)lua_tonumber(L, -1)};
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    polygon.points = points;
    return polygon;
}

/// The picture whose path is in a field of the record at the top; NULL: it has none.
static const dv_shape_picture *read_picture(dv_builder *b) {
    const char *path = dv_string_field(b->L, "picture");
    if (!path)
        return NULL;
    dv_shape_picture *picture = dv_builder_take(b, sizeof *picture);
    picture->name = path;
    picture->png = dv_modules_data(b->scenario->modules, &picture->name, &picture->size);
    picture->is_tinted = dv_flag_field(b->L, "tint");
    if (!picture->png)
        luaL_error(b->L, "the picture %s is not loaded", path);
    return picture;
}

/// The shape whose list of polygons, or picture, is at the top.
static const dv_own_shape *read_own_shape(dv_builder *b) {
    lua_State *L = b->L;
    dv_own_shape *own = dv_builder_take(b, sizeof *own);
    own->picture = read_picture(b);
    if (own->picture)
        return own;
    own->count = (uint32_t)lua_rawlen(L, -1);
    dv_shape_polygon *polygons = dv_builder_take(b, (own->count + 1) * sizeof *polygons);
    for (uint32_t i = 0; i < own->count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        polygons[i] = read_polygon(b);
        lua_pop(L, 1);
    }
    own->polygons = polygons;
    return own;
}

/// What the colors of the look at the top show; NULL: nothing.
static const dv_color_map *read_color_map(dv_builder *b) {
    lua_State *L = b->L;
    dv_color_map *map = NULL;
    if (lua_getfield(L, -1, "map") == LUA_TTABLE) {
        map = dv_builder_take(b, sizeof *map);
        *map = (dv_color_map){.number = dv_string_field(L, "number"),
                              .low = dv_number_field(L, "low"),
                              .high = dv_number_field(L, "high"),
                              .diverges = dv_flag_field(L, "diverges")};
    }
    lua_pop(L, 1);
    return map;
}

static dv_look read_look(dv_builder *b) {
    lua_State *L = b->L;
    dv_look look = dv_kind_def_default().look;
    lua_getfield(L, -1, "look");
    int type = lua_getfield(L, -1, "shape");
    if (type == LUA_TNUMBER)
        look.shape = (dv_shape)lua_tointeger(L, -1);
    else if (type == LUA_TTABLE)
        look.own = read_own_shape(b);
    if (look.own && look.own->picture)
        look.shape = DV_SHAPE_DISC; // where the picture can't be drawn
    if (lua_getfield(L, -2, "color") == LUA_TNUMBER)
        look.color = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    look.map = read_color_map(b);
    look.size = (float)dv_number_field(L, "size");
    lua_pop(L, 1);
    return look;
}

static const dv_attribute_def *read_attributes(dv_builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "attributes");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_attribute_def *attributes = dv_builder_take(b, (*count + 1) * sizeof *attributes);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        attributes[i] =
            (dv_attribute_def){dv_string_field(L, "name"), dv_number_field(L, "default")};
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return attributes;
}

static const dv_model_parameter_def *read_model_parameters(dv_builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "parameters");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_model_parameter_def *parameters = dv_builder_take(b, (*count + 1) * sizeof *parameters);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        parameters[i] = (dv_model_parameter_def){.name = dv_string_field(L, "name"),
                                                 .minimum = dv_number_field(L, "min"),
                                                 .maximum = dv_number_field(L, "max"),
                                                 .fallback = dv_number_field(L, "default")};
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return parameters;
}

static const dv_effect_def *read_effects(dv_builder *b, uint32_t *count) {
    lua_State *L = b->L;
    lua_getfield(L, -1, "effects");
    *count = (uint32_t)lua_rawlen(L, -1);
    dv_effect_def *effects = dv_builder_take(b, (*count + 1) * sizeof *effects);
    for (uint32_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        effects[i] = (dv_effect_def){.attribute = dv_string_field(L, "attribute"),
                                     .parameter = dv_string_field(L, "parameter"),
                                     .low = dv_number_field(L, "low"),
                                     .high = dv_number_field(L, "high"),
                                     .inverse = dv_flag_field(L, "inverse"),
                                     .dominant = dv_flag_field(L, "dominant")};
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return effects;
}

/// The model of the record at the top; NULL if it has none.
static const dv_model_def *read_model(dv_builder *b) {
    lua_State *L = b->L;
    dv_model_def *model = NULL;
    if (lua_getfield(L, -1, "model") == LUA_TTABLE) {
        model = dv_builder_take(b, sizeof *model);
        model->where = dv_string_field(L, "where");
        model->attributes = read_attributes(b, &model->attribute_count);
        model->parameters = read_model_parameters(b, &model->parameter_count);
        model->effects = read_effects(b, &model->effect_count);
    }
    lua_pop(L, 1);
    return model;
}

static void add_kind(dv_builder *b, int list, uint32_t number) {
    lua_State *L = b->L;
    dv_kind_code *code = &b->generation->kinds[number];
    dv_kind_def def = dv_kind_def_default();
    def.name = dv_string_field(L, "name");
    def.where = dv_string_field(L, "where");
    const char *declared_at = dv_string_field(L, "declared_at");
    code->declared_at = dv_builder_keep(b, declared_at ? declared_at : def.where);
    def.locomotion = dv_string_field(L, "locomotion");
    def.occluded = dv_flag_field(L, "occluded");
    def.look = read_look(b);
    def.slots = dv_builder_slots(b, &def.slot_count);
    def.memory = dv_builder_memory_names(b, &def.memory_count);
    def.model = read_model(b);
    def.initial = dv_string_field(L, "initial");
    def.speed = dv_value_field(L, "speed");
    def.leaves = read_leaves(b, &def.leaving_count);
    def.steer = dv_steering_field(L, "steer");
    def.reflexes = dv_steering_field(L, "reflexes");
    dv_stress_part parts[DV_MAX_STRESSES], reflexes[DV_MAX_STRESSES];
    def.stress = parts;
    def.stress_count = dv_stresses_field(L, "stress", parts);
    def.reflex_stress = reflexes;
    def.reflex_stress_count = dv_stresses_field(L, "reflex_stress", reflexes);
    dv_builder_begin(b, "kind %.200s", def.name);
    code->step = dv_builder_function(b, "step");
    code->init = dv_builder_function(b, "init");
    code->migrate = dv_builder_function(b, "migrate");
    code->draw = dv_builder_function(b, "draw");
    char owner[160];
    snprintf(owner, sizeof owner, "kind %.150s", def.name);
    code->timers = dv_builder_timers(b, owner);
    def.has_step = code->step != 0;
    def.think = (uint32_t)dv_number_field(L, "think");
    def.has_init = code->init != 0;
    lua_getfield(L, -1, "properties");
    for (int i = 0; i < DV_PROPERTY_COUNT; i++)
        def.properties[i] = dv_value_field(L, dv_properties[i].name);
    lua_pop(L, 1);
    if (!dv_builder_check(b, dv_program_add_kind(b->generation->program, &def, &b->error)))
        return;
    dv_builder_renames(b, DV_FAMILY_KIND, NULL);
    add_states(b, def.name, def.where, code);
    dv_note_behavior(L, code->acts);
    add_guards(b, def.name, NULL, def.where);
    add_blends(b);
    add_numbers(b);
    dv_builder_add_names(L, list, number);
    lua_getfield(L, -1, "monitor_names");
    lua_rawseti(L, list, dv_monitors_place(number));
    lua_getfield(L, -1, "memory");
    lua_pushnil(L);
    code->remembers = lua_next(L, -2) != 0;
    lua_pop(L, code->remembers ? 3 : 1);
    lua_pushstring(L, def.name);
    b->generation->kind_names[number] = lua_topointer(L, -1);
    lua_rawseti(L, list, -(lua_Integer)number - 1);
}

/// The declared kind whose name is closest to `name`, or NULL. Leaves values on the stack that keep
/// the result alive.
static const char *nearest_declared_kind(dv_builder *b, const char *name) {
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

/// Push the record of a kind. If no module declares the kind, or two do, that is a mistake, and
/// false.
static bool push_kind_record(dv_builder *b, const char *name, const char *where) {
    lua_State *L = b->L;
    const dv_modules *modules = b->scenario->modules;
    int top = lua_gettop(L), found = 0;
    for (uint32_t i = 0; i < dv_modules_count(modules); i++) {
        dv_modules_push_declarations(L, modules, dv_modules_name(modules, i));
        if (lua_getfield(L, -1, "kind") == LUA_TTABLE && lua_getfield(L, -1, name) == LUA_TTABLE) {
            if (found) {
                const char *first = dv_string_field(L, "where");
                lua_settop(L, found);
                lua_pushfstring(L, "%s: kind '%s' is declared twice: at %s too", first, name,
                                dv_string_field(L, "where"));
                dv_builder_refuse(b);
                lua_settop(L, top);
                return false;
            }
            found = top + 1;
            lua_insert(L, found);
            lua_settop(L, found);
        } else {
            lua_settop(L, found ? found : top);
        }
    }
    if (found)
        return true;
    const char *nearest = nearest_declared_kind(b, name);
    lua_pushfstring(L, "%s: kinds: no module declares a kind '%s'%s%s%s", where, name,
                    nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    if (!b->listener)
        lua_error(L);
    if (!b->listener->has_lost)
        dv_note_mistake(b->listener, lua_tostring(L, -1));
    lua_settop(L, top);
    return false;
}

void dv_builder_add_kinds(dv_builder *b, int scenario) {
    lua_State *L = b->L;
    lua_newtable(L);
    int list = lua_gettop(L);
    lua_getfield(L, scenario, "where");
    const char *where = lua_tostring(L, -1);
    lua_getfield(L, scenario, "kinds");
    int names = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, -1);
    b->generation->kinds = dv_builder_take(b, (count + 1) * sizeof *b->generation->kinds);
    b->generation->kind_names = dv_builder_take(b, (count + 1) * sizeof *b->generation->kind_names);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, names, (lua_Integer)i + 1);
        if (push_kind_record(b, lua_tostring(L, -1), where))
            add_kind(b, list, (uint32_t)i);
        lua_settop(L, names);
    }
    lua_pop(L, 2);
    b->generation->names = luaL_ref(L, LUA_REGISTRYINDEX);
}
