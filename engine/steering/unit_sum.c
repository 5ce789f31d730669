// Adding up directions. Compiled once for each width of vectors.
#include "steering/unit_sum.h"

#include "base/lanes.h"
#include "world/kernels.h"

void DV_AT_WIDTH(dv_unit_sum)(const dv_vectors *parts, float (*weights)[DV_LANES], uint32_t count,
                              const float scale[DV_LANES], dv_vectors *total) {
    dv_lanes3 sum = {{0}, {0}, {0}}, part;
    dv_floats weight, gain;
    for (uint32_t i = 0; i < count; i++) {
        dv_load_lanes3(&part, &parts[i]);
        DV_LOAD_LANES(weight, weights[i]);
        dv_normalize_lanes(&part);
        sum.x += part.x * weight;
        sum.y += part.y * weight;
        sum.z += part.z * weight;
    }
    DV_LOAD_LANES(gain, scale);
    sum.x *= gain, sum.y *= gain, sum.z *= gain;
    dv_store_lanes3(total, &sum);
}
