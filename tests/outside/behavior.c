// A program that defines its own behavior, guard, blend, and stress behavior, with parameters and
// slots, using only the installed headers. Lambs circle a place in one of their slots; a lamb that
// has company stores the other lamb in a slot, and rests.
#include <drover/drover.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

// steer.orbit { center = …, radius = …, clockwise = … }: circle a target at a distance.

enum { ORBIT_CENTER, ORBIT_RADIUS, ORBIT_CLOCKWISE };

static const dv_parameter orbit_parameters[] = {
    {"center", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to circle"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, 1e6, 5, "how far from it"},
    {"clockwise", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0, "which way round"},
};

typedef struct orbit_state {
    float turned; // rad, in all
} orbit_state;

static dv_vec3 orbit(const dv_steering_context *context, const dv_bound *parameters, void *state) {
    dv_target center;
    const dv_vec3 nothing = {0, 0, 0};
    if (!dv_target_of(context, parameters, ORBIT_CENTER, &center))
        return nothing;
    dv_vec3 out = dv_world_offset(context->world, center.position, context->position);
    float distance = sqrtf(out.x * out.x + out.y * out.y);
    if (distance == 0)
        return nothing;
    float radius = dv_number_of(context, parameters, ORBIT_RADIUS);
    float side = dv_boolean_of(context, parameters, ORBIT_CLOCKWISE) ? 1.0f : -1.0f;
    float pull = (distance - radius) / distance;
    dv_vec3 wanted = {side * out.y / distance * context->cap - pull * out.x,
                      -side * out.x / distance * context->cap - pull * out.y, 0};
    ((orbit_state *)state)->turned += context->cap * context->dt / distance;
    dv_vec3 steering = {wanted.x - context->velocity.x, wanted.y - context->velocity.y, 0};
    return steering;
}

static const char *refuse_orbit(const dv_bound *parameters) {
    return dv_literal_of(parameters, ORBIT_RADIUS) == 0 ? "radius: more than 0 expected" : NULL;
}

static const dv_behavior_type orbit_type = {
    .entry = {.name = "orbit",
              .doc = "Circle a target at a distance.",
              .source = "tests/outside",
              .parameters = orbit_parameters,
              .parameter_count = 3},
    .state_size = sizeof(orbit_state),
    .refuse = refuse_orbit,
    .evaluate = orbit,
};

// when.company(kinds, { within = …, as = slot, asks = setting, hears = event, … }): every other
// type of parameter.

enum { WHO, WITHIN, AS, MOOD, VALUE, STATE, OFFSET, FRIEND, WAY, EVENT };

static const dv_parameter company_parameters[] = {
    {"who", DV_PARAMETER_WHO, true, "", 0, 0, 0, "kinds, or a slot with an agent"},
    {"within", DV_PARAMETER_NUMBER, false, "m", 0, 1e6, 10, "no farther than this"},
    {"as", DV_PARAMETER_SLOT, false, "agent", 0, 0, 0, "the slot to store the nearest in"},
    {"mood", DV_PARAMETER_SETTING, true, "", 0, 0, 0, "a setting that must be on"},
    {"value", DV_PARAMETER_LITERAL, false, "", 0, 0, 0, "what it must be"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "the state the other must be in"},
    {"offset", DV_PARAMETER_VECTOR, false, "m", 0, 0, 0, "where to count from"},
    {"friend", DV_PARAMETER_AGENT, false, "", 0, 0, 0, "nobody but this one"},
    {"way", DV_PARAMETER_PATH, false, "path", 0, 0, 0, "a path it must have"},
    {"event", DV_PARAMETER_EVENT, false, "", 0, 0, 0, "an event it must hear"},
};

static dv_agent self_of(const dv_guard_context *context) {
    return dv_world_agent_at(context->world, context->agent);
}

static dv_truth company(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    uint32_t *asked = (uint32_t *)state;
    dv_vec3 offset = {0, 0, 0}, place = context->position;
    dv_agent only = dv_guard_agent_of(context, parameters, FRIEND);
    dv_neighbor nearest[1];
    ++*asked;
    if (dv_guard_setting_of(context, parameters, MOOD) != dv_literal_of(parameters, VALUE))
        return DV_FALSE;
    if (dv_is_given(parameters, FRIEND) && !dv_agent_alive(context->world, only))
        return DV_FALSE;
    if (dv_guard_vector_at(context, parameters, OFFSET, &offset))
        place.x += offset.x;
    dv_slot_type type;
    dv_slot_value way = dv_guard_slot_of(context, parameters, WAY, &type);
    if (dv_is_given(parameters, WAY) && (!way.is_set || type != DV_SLOT_PATH))
        return DV_FALSE;
    dv_event event;
    if (dv_is_given(parameters, EVENT) &&
        !dv_agent_heard(context->world, self_of(context), dv_event_of(parameters, EVENT), &event))
        return DV_FALSE;
    double within = dv_guard_number_of(context, parameters, WITHIN);
    if (!dv_world_neighbors(context->world, place, within, dv_kinds_of(parameters, WHO),
                            self_of(context), nearest, 1))
        return DV_FALSE;
    uint32_t kind = dv_agent_kind(context->world, nearest[0].agent);
    int32_t wanted = dv_state_index_of(parameters, STATE, kind);
    if (wanted >= 0 && (uint32_t)wanted != dv_agent_state(context->world, nearest[0].agent))
        return DV_FALSE;
    dv_slot_value found = {.is_set = true, .as = {.handle = nearest[0].agent.bits}};
    return dv_guard_write_slot(context, parameters, AS, found) ? DV_TRUE : DV_FALSE;
}

static const dv_guard_type company_type = {
    .entry = {.name = "company",
              .doc = "Somebody is near.",
              .source = "tests/outside",
              .parameters = company_parameters,
              .parameter_count = 10,
              .positional = 1},
    .state_size = sizeof(uint32_t),
    .evaluate = company,
};

// A guard that asks the program, and a blend that reads a parameter of its own.

static const dv_parameter asks_parameters[] = {
    {"function", DV_PARAMETER_CALLBACK, true, "", 0, 0, 0, "asked with the agent"}};

static dv_truth asks(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    return dv_callback_of(parameters, 0) < 0 ? DV_FALSE : dv_guard_ask_host(context, parameters, 0);
}

static const dv_guard_type asks_type = {.entry = {.name = "asks",
                                                  .doc = "The program says so.",
                                                  .source = "tests/outside",
                                                  .parameters = asks_parameters,
                                                  .parameter_count = 1},
                                        .evaluate = asks};

static const dv_parameter share_parameters[] = {
    {"share", DV_PARAMETER_NUMBER, false, "", 0, 1, 1, "how much of the sum counts"}};

static dv_vec3 share(const dv_combination *combination, void *state) {
    dv_vec3 sum = {0, 0, 0};
    float part = dv_number_of(combination->context, combination->parameters, 0);
    (void)state;
    for (uint32_t i = 0; i < combination->count; i++) {
        dv_vec3 vector = combination->evaluate(combination, i);
        sum.x += part * vector.x;
        sum.y += part * vector.y;
    }
    return sum;
}

static const dv_blend_type share_type = {.entry = {.name = "share",
                                                   .doc = "A part of the sum.",
                                                   .source = "tests/outside",
                                                   .parameters = share_parameters,
                                                   .parameter_count = 1},
                                         .combine = share};

// What bodies on legs mind: steps toward what they are shy of.

static const dv_parameter shy_parameters[] = {
    {"of", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "whom"},
    {"within", DV_PARAMETER_NUMBER, false, "m", 0, 1e6, 50, "no farther than this"}};

static void shy(const dv_steering_context *context, const dv_bound *parameters, void *state,
                const dv_footsteps *steps, float *stress) {
    dv_target of;
    float within = dv_number_of(context, parameters, 1);
    (void)state;
    if (!dv_target_of(context, parameters, 0, &of))
        return;
    for (uint32_t i = 0; i < steps->count; i++) {
        float away = hypotf(steps->x[i] - of.position.x, steps->y[i] - of.position.y);
        stress[i] = fmaxf(within - away, 0);
    }
}

static const dv_stress_type shy_type = {.entry = {.name = "shy",
                                                  .doc = "Get away.",
                                                  .source = "tests/outside",
                                                  .parameters = shy_parameters,
                                                  .parameter_count = 2},
                                        .score = shy};

static bool says_yes(void *context, const dv_world *world, dv_agent agent, int32_t callback) {
    int *asked = context;
    ++*asked;
    return callback == 7 && dv_agent_alive(world, agent);
}

// The program: lambs roam in orbits, rest in company, and one day leave.

enum { SLOT_HOME, SLOT_FRIEND, SLOT_WAY };
enum { ROAMING, RESTING, LEAVING };

static dv_program *make_program(void) {
    static const dv_slot_def slots[] = {
        {"home", DV_SLOT_POINT}, {"friend", DV_SLOT_AGENT}, {"way", DV_SLOT_PATH}};
    dv_error error;
    dv_argument circle[] = {{"center", dv_value_name("home")}, {"radius", dv_value_number(4)}};
    dv_argument together[] = {{"who", dv_value_name("lamb")},
                              {"within", dv_value_number(3)},
                              {"as", dv_value_name("friend")},
                              {"mood", dv_value_name("calm")},
                              {"value", dv_value_boolean(true)},
                              {"state", dv_value_name("roaming")},
                              {"offset", dv_value_point((dv_vec3){0, 0, 0})}};
    dv_argument seven[] = {{"function", dv_value_callback(7)}};
    dv_argument all[] = {{"share", dv_value_number(1)}};
    dv_setting_def calm = {.name = "calm", .type = DV_TOGGLE, .fallback = 0, .maximum = 1};
    dv_kind_def lamb = dv_kind_def_default();
    lamb.name = "lamb";
    lamb.slots = slots;
    lamb.slot_count = 3;
    lamb.initial = "roaming";
    lamb.properties[DV_MAX_SPEED] = dv_value_number(2);
    dv_part part = {dv_behavior_create("orbit", circle, 2, NULL, 0, &error),
                    {.type = DV_VALUE_NONE}};
    dv_state_def roaming = {.name = "roaming",
                            .steer = dv_blend_create("share", &part, 1, all, 1, NULL, &error)};
    dv_state_def resting = {.name = "resting"}, leaving = {.name = "leaving"};
    dv_on_def rest = {.guard = dv_guard_create("company", together, 7, NULL, &error),
                      .state = "resting",
                      .callback = -1};
    dv_on_def leave = {.guard = dv_guard_create("asks", seven, 1, NULL, &error),
                       .state = "leaving",
                       .callback = -1};
    CHECK(part.steering && roaming.steer && rest.guard && leave.guard);
    dv_program *program = dv_program_create();
    CHECK(dv_program_add_setting(program, &calm, &error) == DV_OK);
    CHECK(dv_program_add_kind(program, &lamb, &error) == DV_OK);
    CHECK(dv_program_add_state(program, &roaming, &error) == DV_OK);
    CHECK(dv_program_add_state(program, &resting, &error) == DV_OK);
    CHECK(dv_program_add_state(program, &leaving, &error) == DV_OK);
    CHECK(dv_program_add_on(program, "roaming", &rest, &error) == DV_OK);
    CHECK(dv_program_add_on(program, "resting", &leave, &error) == DV_OK);
    CHECK(dv_program_finish(program, &error) == DV_OK);
    dv_steering_release(part.steering);
    dv_steering_release(roaming.steer);
    dv_guard_release(rest.guard);
    dv_guard_release(leave.guard);
    return program;
}

static dv_agent add_lamb(dv_world *world, float x, float y) {
    dv_agent_def def = dv_agent_def_default(0);
    dv_agent lamb;
    dv_slot_value home = {.is_set = true, .as = {.point = {x, y, 0}}};
    def.position = (dv_vec3){x + 4, y, 0};
    CHECK(dv_agent_spawn(world, &def, &lamb, NULL) == DV_OK);
    CHECK(dv_agent_set_slot(world, lamb, SLOT_HOME, home, NULL) == DV_OK);
    return lamb;
}

static void step(dv_world *world, int ticks) {
    dv_error error;
    for (int i = 0; i < ticks; i++)
        CHECK(dv_world_step(world, &error) == DV_OK);
}

static int state_named(const dv_world *world, const char *name) {
    return dv_program_state(dv_world_program(world), 0, name);
}

static void check_orbit(const dv_world *world, dv_agent lamb, float x, float y) {
    dv_vec3 place = dv_agent_position(world, lamb);
    float distance = hypotf(place.x - x, place.y - y);
    CHECK(distance > 3 && distance < 6);
}

/// Columns hold what one asks agent by agent.
static void check_columns(const dv_world *world) {
    dv_agent agents[4];
    dv_vec3 places[4];
    double headings[4];
    uint32_t states[4];
    CHECK(dv_world_read(world, DV_COLUMN_AGENT, DV_ANY_KIND, agents, 4) == 3);
    CHECK(dv_world_read(world, DV_COLUMN_POSITION, DV_ANY_KIND, places, 4) == 3);
    CHECK(dv_world_read(world, DV_COLUMN_HEADING, DV_ANY_KIND, headings, 4) == 3);
    CHECK(dv_world_read(world, DV_COLUMN_STATE, DV_ANY_KIND, states, 4) == 3);
    for (int i = 0; i < 3; i++) {
        dv_vec3 place = dv_agent_position(world, agents[i]);
        CHECK(memcmp(&place, &places[i], sizeof place) == 0);
        CHECK(headings[i] == dv_agent_heading(world, agents[i]));
        CHECK(states[i] == dv_agent_state(world, agents[i]));
        CHECK(i == 0 || dv_agent_id(agents[i - 1]) < dv_agent_id(agents[i]));
    }
    // What does not fit is counted and not written.
    agents[1].bits = 0;
    CHECK(dv_world_read(world, DV_COLUMN_AGENT, DV_ANY_KIND, agents, 1) == 3 && !agents[1].bits);
    CHECK(dv_world_read(world, DV_COLUMN_AGENT, dv_one_kind(1), agents, 4) == 0);
    CHECK(dv_column_size(DV_COLUMN_POSITION) == sizeof(dv_vec3));
}

static void check_user_data(dv_world *world, dv_agent lamb) {
    static int mine, others;
    dv_snapshot snapshot;
    uint64_t before, after;
    CHECK(dv_world_hash(world, &before, NULL) == DV_OK);
    CHECK(!dv_world_user_data(world) && !dv_agent_user_data(world, lamb));
    dv_world_set_user_data(world, &mine);
    CHECK(dv_agent_set_user_data(world, lamb, &others, NULL) == DV_OK);
    CHECK(dv_world_user_data(world) == &mine && dv_agent_user_data(world, lamb) == &others);
    CHECK(dv_world_hash(world, &after, NULL) == DV_OK && before == after);
    CHECK(dv_world_take_snapshot(world, &snapshot, NULL) == DV_OK);
    CHECK(dv_agent_remove(world, lamb) == DV_OK);
    CHECK(!dv_agent_user_data(world, lamb));
    CHECK(dv_agent_set_user_data(world, lamb, &mine, NULL) == DV_ERROR_STALE);
    dv_agent next = add_lamb(world, 0, 0); // the same index, another agent
    CHECK(!dv_agent_user_data(world, next));
    CHECK(dv_world_return_to(world, &snapshot, NULL) == DV_OK);
    CHECK(dv_agent_user_data(world, lamb) == &others && dv_world_user_data(world) == &mine);
    dv_snapshot_free(&snapshot);
}

static dv_result finish_kind(dv_kind_def *def, dv_program **program, dv_error *error) {
    *program = dv_program_create();
    dv_result result = dv_program_add_kind(*program, def, error);
    return result == DV_OK ? dv_program_finish(*program, error) : result;
}

/// `refuse` reads what is written down.
static void check_refusal(void) {
    dv_argument around[] = {{"center", dv_value_point((dv_vec3){0, 0, 0})},
                            {"radius", dv_value_number(0)}};
    dv_error error;
    dv_program *program;
    dv_kind_def lamb = dv_kind_def_default();
    lamb.name = "lamb";
    lamb.steer = dv_behavior_create("orbit", around, 2, "lamb.lua:7", 0, &error);
    CHECK(finish_kind(&lamb, &program, &error) == DV_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "lamb.lua:7: steer.orbit: radius: more than 0 expected"));
    dv_program_release(program);
    dv_steering_release(lamb.steer);
}

static void check_stress(void) {
    dv_argument from[] = {{"of", dv_value_point((dv_vec3){0, 0, 0})}};
    dv_error error;
    dv_program *program;
    dv_kind_def deer = dv_kind_def_default();
    dv_stress_part part = {.stress = dv_stress_create("shy", from, 1, NULL, &error)};
    deer.name = "deer";
    deer.locomotion = "legged";
    deer.stress = &part;
    deer.stress_count = 1;
    CHECK(finish_kind(&deer, &program, &error) == DV_OK);
    dv_world_def def = dv_world_def_default();
    dv_world *world = dv_world_create(&def, program, &error);
    dv_agent_def birth = dv_agent_def_default(0);
    dv_agent one;
    birth.position = (dv_vec3){3, 0, 0};
    CHECK(world && dv_agent_spawn(world, &birth, &one, &error) == DV_OK);
    step(world, 120);
    CHECK(dv_agent_position(world, one).x > 6);
    dv_world_destroy(world);
    dv_program_release(program);
    dv_stress_release(part.stress);
}

int main(void) {
    dv_error error;
    int asked = 0;
    CHECK(strcmp(dv_version(), DV_VERSION) == 0);
    CHECK(dv_register_behavior(&orbit_type, &error) == DV_OK);
    CHECK(dv_register_guard(&company_type, &error) == DV_OK);
    CHECK(dv_register_guard(&asks_type, &error) == DV_OK);
    CHECK(dv_register_blend(&share_type, &error) == DV_OK);
    CHECK(dv_register_guard(&company_type, &error) == DV_ERROR_NAME);
    CHECK(dv_register_stress(&shy_type, &error) == DV_OK);
    check_refusal();
    check_stress();

    dv_program *program = make_program();
    dv_world_def def = dv_world_def_default();
    dv_world *world = dv_world_create(&def, program, &error);
    CHECK(world);
    dv_host host = {.context = &asked, .test = says_yes};
    dv_world_set_host(world, &host);
    dv_agent one = add_lamb(world, 0, 0), two = add_lamb(world, 1, 1),
             far = add_lamb(world, 30, 30);
    step(world, 300);
    check_orbit(world, one, 0, 0);
    check_orbit(world, far, 30, 30);
    CHECK((int)dv_agent_state(world, one) == state_named(world, "roaming") && asked == 0);

    // On a word from the program those that have company rest, and know whose.
    CHECK(dv_world_set_setting(world, 0, 1, &error) == DV_OK);
    step(world, 1);
    CHECK((int)dv_agent_state(world, one) == state_named(world, "resting"));
    CHECK((int)dv_agent_state(world, far) == state_named(world, "roaming"));
    CHECK(dv_agent_slot(world, one, SLOT_FRIEND).as.handle == two.bits);
    CHECK(dv_agent_slot(world, two, SLOT_FRIEND).as.handle == one.bits);
    step(world, 1);
    CHECK((int)dv_agent_state(world, one) == state_named(world, "leaving") && asked == 2);
    check_columns(world);
    check_user_data(world, far);

    dv_world_destroy(world);
    dv_program_release(program);
    CHECK(dv_allocated_bytes() == 0);
    return 0;
}
