#include "player/history/acts.h"

#include "base/alloc.h"

#include <string.h>

static size_t text_size(const char *text) { return text ? strlen(text) + 1 : 0; }

static size_t size_of(const dv_kept_act *kept) {
    const dv_act *act = &kept->act;
    return sizeof *kept + text_size(act->input.key) + text_size(act->input.tool) +
           text_size(act->name) + text_size(act->value);
}

static void free_strings(dv_kept_act *kept) {
    dv_free((void *)kept->act.input.key);
    dv_free((void *)kept->act.input.tool);
    dv_free((void *)kept->act.name);
    dv_free((void *)kept->act.value);
}

static bool copy_text(const char *text, const char **copy) {
    *copy = text ? dv_copy_string(text) : NULL;
    return *copy || !text;
}

static bool copy_act(const dv_act *act, dv_kept_act *kept) {
    kept->act = *act;
    bool fine = copy_text(act->input.key, &kept->act.input.key);
    fine = copy_text(act->input.tool, &kept->act.input.tool) && fine;
    fine = copy_text(act->name, &kept->act.name) && fine;
    fine = copy_text(act->value, &kept->act.value) && fine;
    return fine;
}

static void drop_last(dv_kept_acts *acts) {
    dv_kept_act *last = &acts->items[--acts->count];
    acts->bytes -= size_of(last);
    free_strings(last);
}

static void add_act(dv_kept_acts *acts, dv_kept_act kept) {
    acts->items[acts->count++] = kept;
    acts->bytes += size_of(&kept);
}

/// Whether `kept` replaces the last act: of several mouse positions at one tick, only the last
/// counts.
static bool replaces_last(const dv_kept_acts *acts, const dv_kept_act *kept, uint64_t newest) {
    if (acts->count == 0 || dv_acts_next(acts) <= newest)
        return false;
    const dv_kept_act *last = &acts->items[acts->count - 1];
    return kept->act.type == DV_ACT_MOUSE && last->act.type == DV_ACT_MOUSE &&
           last->tick == kept->tick;
}

bool dv_acts_keep(dv_kept_acts *acts, uint64_t tick, const dv_act *act, uint64_t newest) {
    dv_kept_act kept = {.tick = tick};
    if (!copy_act(act, &kept) ||
        !dv_reserve((void **)&acts->items, &acts->capacity, acts->count + 1, sizeof *acts->items)) {
        free_strings(&kept);
        return false;
    }
    if (replaces_last(acts, &kept, newest))
        drop_last(acts);
    add_act(acts, kept);
    return true;
}

void dv_acts_cut(dv_kept_acts *acts, uint64_t number) {
    while (acts->count > 0 && dv_acts_next(acts) > number)
        drop_last(acts);
}

// Keys

static bool note_press(dv_kept_acts *acts, const char *key) {
    for (uint32_t i = 0; i < acts->key_count; i++)
        if (strcmp(acts->keys[i], key) == 0)
            return true;
    char *copy = dv_copy_string(key);
    if (!copy || !dv_reserve((void **)&acts->keys, &acts->key_capacity, acts->key_count + 1,
                             sizeof *acts->keys)) {
        dv_free(copy);
        return false;
    }
    acts->keys[acts->key_count++] = copy;
    return true;
}

static void note_release(dv_kept_acts *acts, const char *key) {
    for (uint32_t i = 0; i < acts->key_count; i++)
        if (strcmp(acts->keys[i], key) == 0) {
            dv_free(acts->keys[i]);
            acts->keys[i] = acts->keys[--acts->key_count];
            return;
        }
}

static bool note_key(dv_kept_acts *acts, const dv_act *act) {
    if (act->type != DV_ACT_INPUT || !act->input.key)
        return true;
    if (act->input.type == DV_KEY_PRESSED)
        return note_press(acts, act->input.key);
    note_release(acts, act->input.key);
    return true;
}

bool dv_acts_forget(dv_kept_acts *acts, uint64_t number) {
    bool fine = true;
    uint32_t count = 0;
    while (count < acts->count && acts->first + count < number) {
        dv_kept_act *kept = &acts->items[count++];
        fine = note_key(acts, &kept->act) && fine;
        acts->bytes -= size_of(kept);
        free_strings(kept);
    }
    if (count == 0)
        return true;
    acts->count -= count;
    acts->first += count;
    memmove(acts->items, acts->items + count, acts->count * sizeof *acts->items);
    return fine;
}

bool dv_acts_append(dv_kept_acts *acts, dv_kept_acts *others) {
    if (others->count == 0)
        return true;
    if (!dv_reserve((void **)&acts->items, &acts->capacity, acts->count + others->count,
                    sizeof *acts->items))
        return false;
    for (uint32_t i = 0; i < others->count; i++)
        add_act(acts, others->items[i]);
    others->count = 0;
    others->bytes = 0;
    return true;
}

void dv_acts_clear(dv_kept_acts *acts) {
    dv_acts_cut(acts, acts->first);
    for (uint32_t i = 0; i < acts->key_count; i++)
        dv_free(acts->keys[i]);
    dv_free(acts->keys);
    dv_free(acts->items);
    *acts = (dv_kept_acts){0};
}
