// Choosing kernels by the processor; see kernels.h.
#include "world/kernels.h"

static const dv_kernels kernels_128 = {
    .find_cells = dv_find_cells_128,
    .put_records = dv_put_records_128,
    .squad_gather = dv_squad_gather_128,
    .sift = dv_sift_128,
    .tally_run = dv_tally_run_128,
    .flock_conclude = dv_flock_conclude_128,
    .point_masses_move = dv_point_masses_move_128,
};

#ifdef DV_HAS_WIDTH_256
static const dv_kernels kernels_256 = {
    .find_cells = dv_find_cells_256,
    .put_records = dv_put_records_256,
    .squad_gather = dv_squad_gather_256,
    .sift = dv_sift_256,
    .tally_run = dv_tally_run_256,
    .flock_conclude = dv_flock_conclude_256,
    .point_masses_move = dv_point_masses_move_256,
};
#endif

const dv_kernels *dv_kernels_within(uint32_t bits) {
#ifdef DV_HAS_WIDTH_256
    if ((bits == 0 || bits >= 256) && __builtin_cpu_supports("avx2"))
        return &kernels_256;
#else
    (void)bits;
#endif
    return &kernels_128;
}
