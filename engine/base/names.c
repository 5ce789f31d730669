// Edit distance between names; see names.h.
#include "base/names.h"

#include <stdio.h>
#include <string.h>

// Names longer than this are never suggested by distance; no name of ours comes close.
#define LONGEST_NAME 63

// tolower depends on the locale, so do not use it.
static char to_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static unsigned smaller_of(unsigned a, unsigned b) { return a < b ? a : b; }

// Optimal string alignment. Of the classic table, three rows are kept, for swapped neighbors.
static unsigned edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    unsigned rows[3][LONGEST_NAME + 1];
    unsigned *before = rows[0], *previous = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        previous[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);
            row[j] = smaller_of(previous[j - 1] + !same, smaller_of(previous[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
                to_lower(a[i - 2]) == to_lower(b[j - 1]))
                row[j] = smaller_of(row[j], before[j - 2] + 1);
        }
        unsigned *oldest = before;
        before = previous;
        previous = row;
        row = oldest;
    }
    return previous[b_length];
}

static bool share_start(const char *a, const char *b, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (to_lower(a[i]) != to_lower(b[i]))
            return false;
    }
    return true;
}

static const char *nearest_by_distance(const char *given, const char *const *names, size_t count) {
    size_t length = strlen(given);
    if (length > LONGEST_NAME)
        return NULL;
    const char *nearest = NULL;
    unsigned limit = length < 6 ? 1 : (unsigned)length / 3;
    for (size_t i = 0; i < count; i++) {
        size_t name_length = strlen(names[i]);
        if (name_length > length + limit || length > name_length + limit ||
            name_length > LONGEST_NAME)
            continue;
        unsigned distance = edit_distance(given, length, names[i], name_length);
        // A name that shares no letter with `given` is not a misspelling of it.
        if (distance > limit || distance >= length)
            continue;
        nearest = names[i];
        if (distance == 0)
            break;
        limit = distance - 1;
    }
    return nearest;
}

static const char *nearest_by_start(const char *given, const char *const *names, size_t count) {
    size_t length = strlen(given);
    const char *nearest = NULL;
    size_t least_difference = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t name_length = strlen(names[i]);
        size_t common = name_length < length ? name_length : length;
        size_t difference = name_length + length - 2 * common;
        if (common >= 3 && difference < least_difference && share_start(given, names[i], common)) {
            nearest = names[i];
            least_difference = difference;
        }
    }
    return nearest;
}

const char *dv_nearest_name(const char *given, const char *const *names, size_t count) {
    const char *nearest = nearest_by_distance(given, names, count);
    return nearest ? nearest : nearest_by_start(given, names, count);
}

void dv_write_suggestion(const char *given, const char *const *names, size_t count, char *text,
                         size_t capacity) {
    const char *nearest = dv_nearest_name(given, names, count);
    text[0] = '\0';
    if (nearest || count == 0) {
        if (nearest)
            snprintf(text, capacity, " (%s?)", nearest);
        return;
    }
    if (count == 1) {
        snprintf(text, capacity, ": only %s is known", names[0]);
        return;
    }
    static const char end[] = " expected", rest[] = ", ...";
    size_t used = (size_t)snprintf(text, capacity, ": one of ");
    for (size_t i = 0; i < count && used < capacity; i++) {
        const char *before = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        if (used + strlen(before) + strlen(names[i]) + sizeof rest + sizeof end > capacity) {
            used += (size_t)snprintf(text + used, capacity - used, "%s", rest);
            break;
        }
        used += (size_t)snprintf(text + used, capacity - used, "%s%s", before, names[i]);
    }
    if (used < capacity)
        snprintf(text + used, capacity - used, "%s", end);
}
