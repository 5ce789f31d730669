#include "player/history/marks.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void dv_marks_free(dv_marks *marks) {
    dv_free(marks->items);
    *marks = (dv_marks){0};
}

static void remove_mark(dv_marks *marks, uint32_t place) {
    marks->count--;
    memmove(&marks->items[place], &marks->items[place + 1],
            (marks->count - place) * sizeof *marks->items);
}

/// Drop the oldest mark that isn't a bookmark; with bookmarks only, the oldest.
static void make_room(dv_marks *marks) {
    uint32_t oldest = 0;
    while (oldest < marks->count && marks->items[oldest].type == DV_MARK_BOOKMARK)
        oldest++;
    remove_mark(marks, oldest < marks->count ? oldest : 0);
}

bool dv_marks_add(dv_marks *marks, uint64_t tick, dv_mark_type type, uint32_t generation,
                  const char *text) {
    if (marks->count >= DV_MOST_MARKS)
        make_room(marks);
    if (!dv_reserve((void **)&marks->items, &marks->capacity, marks->count + 1,
                    sizeof *marks->items))
        return false;
    uint32_t place = marks->count++;
    for (; place > 0 && marks->items[place - 1].tick > tick; place--)
        marks->items[place] = marks->items[place - 1];
    dv_mark *mark = &marks->items[place];
    *mark = (dv_mark){.tick = tick, .type = type, .generation = generation};
    snprintf(mark->text, sizeof mark->text, "%s", text);
    return true;
}

/// Its place; the number of marks if there is none.
static uint32_t find_bookmark(const dv_marks *marks, uint64_t tick) {
    uint32_t i = 0;
    while (i < marks->count &&
           (marks->items[i].tick != tick || marks->items[i].type != DV_MARK_BOOKMARK))
        i++;
    return i;
}

bool dv_marks_has_bookmark(const dv_marks *marks, uint64_t tick) {
    return find_bookmark(marks, tick) < marks->count;
}

bool dv_marks_toggle_bookmark(dv_marks *marks, uint64_t tick) {
    char text[64];
    uint32_t place = find_bookmark(marks, tick);
    if (place < marks->count) {
        remove_mark(marks, place);
        return true;
    }
    snprintf(text, sizeof text, "bookmark at tick %" PRIu64, tick);
    return dv_marks_add(marks, tick, DV_MARK_BOOKMARK, 0, text);
}

void dv_marks_cut(dv_marks *marks, uint64_t tick) {
    while (marks->count > 0 && marks->items[marks->count - 1].tick > tick)
        marks->count--;
}

void dv_marks_take_back(dv_marks *marks, uint32_t generation) {
    for (uint32_t i = marks->count; i > 0; i--)
        if (marks->items[i - 1].type == DV_MARK_ACCEPTED &&
            marks->items[i - 1].generation >= generation)
            remove_mark(marks, i - 1);
}
