#include "calls/reasons.h"

#include "base/alloc.h"
#include "base/hash.h"

#include <string.h>

static uint64_t hash_of(const char *error) { return dv_hash_bytes(error, strlen(error)); }

bool dv_reasons_find(const dv_reasons *reasons, const char *error, uint32_t *place) {
    uint64_t hash = hash_of(error);
    for (*place = reasons->since; *place < reasons->count; ++*place)
        if (reasons->items[*place].hash == hash)
            return true;
    return false;
}

/// Copy a text with its terminating zero. Returns where the next text goes.
static char *append_text(char *to, const char *text, const char **copy) {
    size_t size = strlen(text) + 1;
    *copy = memcpy(to, text, size);
    return to + size;
}

bool dv_reasons_add(dv_reasons *reasons, const dv_reason *reason) {
    dv_reason copy = {.hash = hash_of(reason->error), .tick = reason->tick};
    if (reasons->count == DV_MAX_REASONS ||
        !dv_reserve((void **)&reasons->items, &reasons->capacity, reasons->count + 1,
                    sizeof *reasons->items))
        return false;
    copy.bytes = dv_alloc(strlen(reason->error) + strlen(reason->message) + strlen(reason->line) +
                          strlen(reason->traceback) + 4);
    if (!copy.bytes)
        return false;
    char *end = append_text(copy.bytes, reason->error, &copy.error);
    end = append_text(end, reason->message, &copy.message);
    end = append_text(end, reason->line, &copy.line);
    append_text(end, reason->traceback, &copy.traceback);
    reasons->items[reasons->count++] = copy;
    return true;
}

void dv_reasons_note(dv_reasons *reasons, dv_agent agent, uint32_t place) {
    if (dv_reserve((void **)&reasons->agents, &reasons->agent_capacity, reasons->agent_count + 1,
                   sizeof *reasons->agents))
        reasons->agents[reasons->agent_count++] = (dv_reason_of){agent, place};
}

static bool is_off(const dv_reasons *reasons, const char *what) {
    for (uint32_t i = 0; i < reasons->off_count; i++)
        if (strcmp(reasons->offs[i].what, what) == 0)
            return true;
    return false;
}

void dv_reasons_note_off(dv_reasons *reasons, const char *what, const char *why, uint64_t tick) {
    dv_reason_off off = {.tick = tick};
    if (is_off(reasons, what) || !dv_reserve((void **)&reasons->offs, &reasons->off_capacity,
                                             reasons->off_count + 1, sizeof *reasons->offs))
        return;
    off.bytes = dv_alloc(strlen(what) + strlen(why) + 2);
    if (!off.bytes)
        return;
    append_text(append_text(off.bytes, what, &off.what), why, &off.why);
    reasons->offs[reasons->off_count++] = off;
}

static void clear_offs(dv_reasons *reasons) {
    for (uint32_t i = 0; i < reasons->off_count; i++)
        dv_free(reasons->offs[i].bytes);
    reasons->off_count = 0;
}

const dv_reason *dv_reasons_of(const dv_reasons *reasons, dv_agent agent) {
    for (uint32_t i = reasons->agent_count; i > 0; i--)
        if (reasons->agents[i - 1].agent.bits == agent.bits)
            return &reasons->items[reasons->agents[i - 1].reason];
    return NULL;
}

void dv_reasons_begin_again(dv_reasons *reasons) {
    reasons->since = reasons->count;
    clear_offs(reasons);
}

void dv_reasons_free(dv_reasons *reasons) {
    for (uint32_t i = 0; i < reasons->count; i++)
        dv_free(reasons->items[i].bytes);
    clear_offs(reasons);
    dv_free(reasons->items);
    dv_free(reasons->offs);
    dv_free(reasons->agents);
    *reasons = (dv_reasons){0};
}
