// Choosing kernels for the processor when a world is made; see world/kernels.h. They are in rooms
// above the world's, which is why it is given them.
#include "world/kernels.h"
#include "world/world_data.h"

#define KERNELS(width, two_squads)                                                                 \
    {                                                                                              \
        .find_cells = dv_find_cells_##width, .put_records = dv_put_records_##width,                \
        .sift = dv_sift_##width, .find_closest = dv_find_closest_##width,                          \
        .squad_gather = dv_squad_gather_##width, .visit_rows = dv_visit_rows_##width,              \
        .tally_run = dv_tally_run_##width, .tally_two = two_squads,                                \
        .squad_near = dv_squad_near_##width, .nearest_within = dv_nearest_within_##width,          \
        .squad_inside = dv_squad_inside_##width, .flock_conclude = dv_flock_conclude_##width,      \
        .point_masses_move = dv_point_masses_move_##width, .nearest_run = dv_nearest_run_##width,  \
        .squad_gather_as_sensed = dv_squad_gather_as_sensed_##width,                               \
        .desire_run = dv_desire_run_##width, .wander_run = dv_wander_run_##width,                  \
        .climb_run = dv_climb_run_##width, .add_weighted = dv_add_weighted_##width,                \
        .field_spread = dv_field_spread_##width,                                                   \
    }

static const dv_kernels kernels_128 = KERNELS(128, NULL);

#ifdef DV_HAS_WIDER_VECTORS
static const dv_kernels kernels_256 = KERNELS(256, NULL);
static const dv_kernels kernels_512 = KERNELS(512, dv_tally_two_512);
static const dv_kernels kernels_512_in_halves = KERNELS(512, NULL);

// Zen 4 computes 512-bit vectors in two halves. So it gains nothing from two squads side by side,
// and loses time because they visit more records together.
static bool takes_halves(void) { return __builtin_cpu_is("amdfam19h"); }

static bool is_within(uint32_t width, uint32_t bits) { return bits == 0 || width <= bits; }

/// The kernels for the widest vectors that the processor supports, up to `bits` (0: no limit).
static const dv_kernels *kernels_within(uint32_t bits) {
    if (is_within(512, bits) && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
        return takes_halves() ? &kernels_512_in_halves : &kernels_512;
    if (is_within(256, bits) && __builtin_cpu_supports("avx2"))
        return &kernels_256;
    return &kernels_128;
}
#else
static const dv_kernels *kernels_within(uint32_t bits) {
    (void)bits;
    return &kernels_128;
}
#endif

dv_world *dv_world_create(const dv_world_def *def, dv_program *program, dv_error *error) {
    return dv_world_create_with(kernels_within(def->vector_bits), def, program, error);
}
