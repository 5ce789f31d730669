#include "world/apart_record.h"

#include "base/alloc.h"

void dv_apart_free(dv_apart *apart) {
    dv_free(apart->bodies);
    dv_free(apart->places[0]);
    dv_free(apart->places[1]);
    dv_free(apart->close);
    dv_free(apart->near);
    dv_free(apart->large);
    *apart = (dv_apart){0};
}
