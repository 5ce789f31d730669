// The data of timers. It is kept in the world as bytes, in the form that snapshots have, so that
// nothing a script does later can change it.
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "memory/memory_writing.h"
#include "sandbox/sandbox.h"

const dv_kept_bytes *dv_write_timer_data(lua_State *L, int index) {
    dv_kept_bytes *kept = &dv_scenario_of(L)->written_data;
    dv_stream stream = {.write = dv_keep_bytes, .context = kept};
    kept->size = 0;
    kept->most = UINT32_MAX;
    kept->is_too_much = false;
    dv_write_data(L, index, 0, &stream);
    if (stream.result != DV_OK)
        luaL_error(L, "out of memory");
    if (kept->is_too_much)
        luaL_error(L, "after: data: too much for a timer");
    return kept;
}

void dv_push_timer_data(lua_State *L, const dv_world *world, const dv_timer *timer) {
    dv_reader reader = {.bytes = timer->data, .size = timer->size};
    if (timer->size == 0) {
        lua_pushnil(L);
        return;
    }
    dv_read_data(L, world, 0, &reader);
    if (reader.damaged || reader.position != reader.size)
        luaL_error(L, "the snapshot is damaged");
}

void dv_check_timer_data(lua_State *L, const dv_world *world) {
    dv_timer timer;
    for (uint32_t i = 0; i < dv_world_timer_limit(world); i++) {
        if (!dv_world_timer_at(world, i, &timer))
            continue;
        dv_push_timer_data(L, world, &timer);
        lua_pop(L, 1);
    }
}
