// How many agents are evaluated side by side, and their vectors as arrays by axis.
#ifndef DV_BASE_VECTORS_H
#define DV_BASE_VECTORS_H

#define DV_LANES 8

/// A vector for each of the agents.
typedef struct dv_vectors {
    float x[DV_LANES], y[DV_LANES], z[DV_LANES];
} dv_vectors;

#endif
