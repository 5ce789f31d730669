// The same from C++: a behavior and a guard with parameters and slots, and a scenario's hash.
//
//     behavior SCENARIO TICKS
#include <drover/scenario.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Closer {
    void operator()(dv_program *program) const { dv_program_release(program); }
    void operator()(dv_world *world) const { dv_world_destroy(world); }
    void operator()(dv_scenario *scenario) const { dv_scenario_close(scenario); }
    void operator()(dv_steering *steering) const { dv_steering_release(steering); }
    void operator()(dv_guard *guard) const { dv_guard_release(guard); }
};
template <typename T> using Owned = std::unique_ptr<T, Closer>;

void require(bool condition, const std::string &what) {
    if (!condition)
        throw std::runtime_error(what);
}

// steer.drift { along = vector, times = number }

dv_vec3 drift(const dv_steering_context *context, const dv_bound *parameters, void *) {
    dv_vec3 along{};
    if (!dv_vector_at(context, parameters, 0, &along))
        return {};
    float times = dv_number_of(context, parameters, 1);
    return {times * along.x - context->velocity.x, times * along.y - context->velocity.y, 0};
}

// when.beyond { distance, at = slot }: away from the origin; keeps where it got there.

dv_truth beyond(const dv_guard_context *context, const dv_bound *parameters, void *) {
    const dv_vec3 here = context->position;
    double distance = dv_guard_number_of(context, parameters, 0);
    if (double(here.x) * double(here.x) + double(here.y) * double(here.y) < distance * distance)
        return DV_FALSE;
    dv_slot_value place{};
    place.is_set = true;
    place.as.point = here;
    return dv_guard_write_slot(context, parameters, 1, place) ? DV_TRUE : DV_FALSE;
}

const dv_parameter drift_parameters[] = {
    {"along", DV_PARAMETER_VECTOR, true, "m/s", 0, 0, 0, "which way"},
    {"times", DV_PARAMETER_NUMBER, false, "", 0, 100, 1, "how much of it"}};
const dv_parameter beyond_parameters[] = {
    {"distance", DV_PARAMETER_NUMBER, true, "m", 0, 1e6, 0, "from the origin"},
    {"at", DV_PARAMETER_SLOT, false, "point", 0, 0, 0, "the slot to store the place in"}};

void register_types() {
    static dv_behavior_type behavior{};
    static dv_guard_type guard{};
    dv_error error;
    behavior.entry = {"drift", "Go along a vector.", "tests/outside", drift_parameters, 2, 0};
    behavior.evaluate = drift;
    guard.entry = {"beyond", "It is far from the origin.", "tests/outside", beyond_parameters, 2,
                   1};
    guard.evaluate = beyond;
    require(dv_register_behavior(&behavior, &error) == DV_OK, error.message);
    require(dv_register_guard(&guard, &error) == DV_OK, error.message);
}

Owned<dv_program> make_program() {
    static const dv_slot_def slots[] = {{"pull", DV_SLOT_VECTOR}, {"end", DV_SLOT_POINT}};
    const dv_argument with[] = {{"along", dv_value_name("pull")}, {"times", dv_value_number(2)}};
    const dv_argument far[] = {{"distance", dv_value_number(10)}, {"at", dv_value_name("end")}};
    dv_error error;
    Owned<dv_steering> steer(dv_behavior_create("drift", with, 2, nullptr, 0, &error));
    require(steer != nullptr, error.message);
    Owned<dv_guard> guard(dv_guard_create("beyond", far, 2, nullptr, &error));
    require(guard != nullptr, error.message);
    dv_kind_def leaf = dv_kind_def_default();
    leaf.name = "leaf";
    leaf.slots = slots;
    leaf.slot_count = 2;
    leaf.initial = "drifting";
    dv_state_def drifting{}, landed{};
    drifting.name = "drifting";
    drifting.steer = steer.get();
    landed.name = "landed";
    dv_on_def on{};
    on.guard = guard.get();
    on.state = "landed";
    on.callback = -1;
    Owned<dv_program> program(dv_program_create());
    require(dv_program_add_kind(program.get(), &leaf, &error) == DV_OK, error.message);
    require(dv_program_add_state(program.get(), &drifting, &error) == DV_OK, error.message);
    require(dv_program_add_state(program.get(), &landed, &error) == DV_OK, error.message);
    require(dv_program_add_on(program.get(), "drifting", &on, &error) == DV_OK, error.message);
    require(dv_program_finish(program.get(), &error) == DV_OK, error.message);
    return program;
}

void run_leaf() {
    dv_error error;
    Owned<dv_program> program = make_program();
    dv_world_def def = dv_world_def_default();
    Owned<dv_world> world(dv_world_create(&def, program.get(), &error));
    require(world != nullptr, error.message);
    dv_agent_def birth = dv_agent_def_default(0);
    dv_agent leaf;
    dv_slot_value pull{};
    pull.is_set = true;
    pull.as.point = {1, 0, 0};
    require(dv_agent_spawn(world.get(), &birth, &leaf, &error) == DV_OK, error.message);
    require(dv_agent_set_slot(world.get(), leaf, 0, pull, &error) == DV_OK, error.message);
    for (int tick = 0; tick < 600 && dv_agent_state(world.get(), leaf) == 0; tick++)
        require(dv_world_step(world.get(), &error) == DV_OK, error.message);
    std::vector<dv_vec3> places(dv_world_agent_count(world.get()));
    dv_world_read(world.get(), DV_COLUMN_POSITION, DV_ANY_KIND, places.data(),
                  uint32_t(places.size()));
    dv_slot_value end = dv_agent_slot(world.get(), leaf, 1);
    require(dv_agent_state(world.get(), leaf) == 1, "the leaf has not landed");
    require(end.is_set && end.as.point.x >= 10 && end.as.point.x <= places[0].x, "not noted where");
}

void print_hash(const char *path, long ticks) {
    dv_error error;
    Owned<dv_scenario> scenario(dv_scenario_open(path, nullptr, &error));
    require(scenario != nullptr, error.message);
    for (long tick = 0; tick < ticks; tick++)
        require(dv_scenario_step(scenario.get(), &error) == DV_OK, error.message);
    const dv_world *world = dv_scenario_world(scenario.get());
    uint64_t hash;
    require(dv_world_hash(world, &hash, &error) == DV_OK, error.message);
    std::printf("hash %016" PRIx64 " tick %" PRIu64 " agents %" PRIu32 "\n", hash,
                dv_world_tick(world), dv_world_agent_count(world));
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    try {
        register_types();
        run_leaf();
        print_hash(argv[1], std::atol(argv[2]));
    } catch (const std::exception &mistake) {
        std::fprintf(stderr, "%s\n", mistake.what());
        return 1;
    }
    return 0;
}
