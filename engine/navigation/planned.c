// Count the planning done; see planned.h. Each number is atomic by itself. Together they may be
// inconsistent for a moment, which does not matter to a display.
#include "navigation/planned.h"

#include <stdatomic.h>

static _Atomic uint64_t plans, cells, most;

dv_planned dv_plans_so_far(void) {
    return (dv_planned){atomic_load_explicit(&plans, memory_order_relaxed),
                        atomic_load_explicit(&cells, memory_order_relaxed),
                        atomic_load_explicit(&most, memory_order_relaxed)};
}

void dv_note_plan_cells(uint64_t count) {
    atomic_store_explicit(&cells, count, memory_order_relaxed);
}

void dv_note_plan_size(uint64_t count) {
    atomic_store_explicit(&most, count, memory_order_relaxed);
}

void dv_note_plan_end(void) {
    atomic_fetch_add_explicit(&plans, 1, memory_order_relaxed);
    atomic_store_explicit(&cells, 0, memory_order_relaxed);
    atomic_store_explicit(&most, 0, memory_order_relaxed);
}
