// Reading sensed values of agents; see sensed_record.h.
#include "base/alloc.h"
#include "world/world_data.h"

void dv_sensed_free(dv_sensed *s) {
    dv_free(s->records);
    dv_free(s->forward);
    dv_free(s->places);
    dv_free(s->rare);
    dv_free(s->few);
    dv_grid_free(&s->grid);
    dv_grid_free(&s->rare_grid);
    *s = (dv_sensed){0};
}

dv_vec3 dv_sensed_velocity(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? dv_record_velocity(&world->sensed.records[rank])
                                           : dv_velocity_of(world, agent);
}

dv_vec3 dv_sensed_forward(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? world->sensed.forward[rank]
                                           : dv_forward_of(world, agent);
}
