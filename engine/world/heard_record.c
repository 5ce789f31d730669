#include "world/heard_record.h"

#include "base/alloc.h"

void dv_heard_free(dv_heard *heard) {
    dv_free(heard->list.events);
    dv_free(heard->nodes);
    dv_free(heard->places);
    dv_free(heard->audiences);
    dv_free(heard->slots);
    *heard = (dv_heard){0};
}
