#include "player/draw/solid_list.h"

#include "base/alloc.h"

void dv_solids_free(dv_solids *solids) {
    dv_free(solids->list);
    dv_free(solids->corners);
    *solids = (dv_solids){0};
}
