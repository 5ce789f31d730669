#include "player/replay/replay_log.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/replay/replay_line.h"
#include "record/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LARGEST_LOG ((size_t)8 << 30)
#define NO_PLACE UINT32_MAX

// The position of a line in the run.
typedef struct place {
    dv_replay_log *log;
    uint32_t line;
    uint32_t start; // the index of the last start's entry; NO_PLACE: none yet
    // The index of the last rewind's entry, until the next tick; NO_PLACE: none. Until that tick,
    // another rewind may go to any tick before or after.
    uint32_t rewind;
    uint64_t tick; // of the last hash, stop, load, or rewind
    bool hashed;   // the hash of `tick` is known
    dv_error *error;
} place;

static dv_result fail_damaged(const place *at, const char *what) {
    return dv_fail(at->error, DV_ERROR_FORMAT, "%s", what);
}

static dv_result out_of_order(const place *at, uint64_t tick) {
    return dv_fail(at->error, DV_ERROR_FORMAT, "tick %" PRIu64 " after tick %" PRIu64, tick,
                   at->tick);
}

static dv_result add_entry(const place *at, const dv_replay_entry *entry) {
    dv_replay_log *log = at->log;
    if (!dv_reserve((void **)&log->entries, &log->capacity, log->count + 1, sizeof *log->entries))
        return dv_fail(at->error, DV_ERROR_MEMORY, "out of memory");
    log->entries[log->count++] = *entry;
    return DV_OK;
}

// Rewinds

/// The index of the entry with the hash of `tick` since the last start, or NO_PLACE.
static uint32_t find_hash(const place *at, uint64_t tick) {
    const dv_replay_log *log = at->log;
    for (uint32_t i = log->count; i-- > at->start;)
        if (log->entries[i].type == DV_REPLAY_HASH && log->entries[i].tick == tick)
            return i;
    return NO_PLACE;
}

/// Of what a rewind undoes, the sources stay in force and the state of keys stays. Changes the
/// entry's type accordingly; false if nothing of it stays.
static bool outlives_rewind(dv_replay_entry *entry) {
    if (entry->type == DV_REPLAY_RELOAD)
        entry->type = DV_REPLAY_SOURCES;
    if (entry->type == DV_REPLAY_ACT && entry->act->type == DV_ACT_INPUT && entry->act->input.key)
        entry->type = DV_REPLAY_KEY;
    return entry->type == DV_REPLAY_SOURCES || entry->type == DV_REPLAY_KEY;
}

/// Leave out what happened between the last rewind's target and that rewind.
static void take_back(place *at) {
    dv_replay_log *log = at->log;
    uint32_t rewind = at->rewind, count;
    if (rewind == NO_PLACE)
        return;
    count = find_hash(at, log->entries[rewind].rewind.to) + 1;
    for (uint32_t i = count; i < log->count; i++)
        if (i >= rewind || outlives_rewind(&log->entries[i]))
            log->entries[count++] = log->entries[i];
    log->count = count;
    at->rewind = NO_PLACE;
}

static dv_result add_rewind(place *at, const dv_replay_entry *entry) {
    if (find_hash(at, entry->rewind.to) == NO_PLACE)
        return dv_fail(at->error, DV_ERROR_FORMAT,
                       "a rewind to tick %" PRIu64 ", which the log does not have",
                       entry->rewind.to);
    at->tick = entry->rewind.to;
    at->rewind = at->log->count;
    return add_entry(at, entry);
}

// Lines

static dv_result add_start(place *at, const dv_replay_entry *entry) {
    if (entry->tick != 0)
        return fail_damaged(at, "the start is at a tick other than 0");
    take_back(at);
    at->start = at->log->count;
    at->tick = 0;
    at->hashed = false;
    return add_entry(at, entry);
}

static dv_result add_load(place *at, const dv_replay_entry *entry) {
    if (at->start == NO_PLACE || at->start + 1 != at->log->count)
        return fail_damaged(at, "a snapshot is not loaded at the start");
    at->tick = entry->tick;
    return add_entry(at, entry);
}

static dv_result add_hash(place *at, const dv_replay_entry *entry) {
    if (at->start == NO_PLACE)
        return fail_damaged(at, "a tick comes before the start");
    if (entry->tick != at->tick + (at->hashed ? 1 : 0))
        return out_of_order(at, entry->tick);
    take_back(at);
    at->tick = entry->tick;
    at->hashed = true;
    return add_entry(at, entry);
}

/// A stop during a tick replaces the tick's computation; any other stop, what came right before it.
static dv_result add_stop(place *at, const dv_replay_entry *entry) {
    dv_stop_cause during = entry->stop->during;
    if (at->start == NO_PLACE || (during == DV_STOP_IN_TICK && !at->hashed))
        return fail_damaged(at, "a stop comes before the start");
    if (entry->tick != at->tick + (during == DV_STOP_IN_TICK))
        return out_of_order(at, entry->tick);
    if (during == DV_STOP_IN_TICK) {
        take_back(at);
        at->tick = entry->tick;
        at->hashed = false;
    } else if (during == DV_STOP_IN_ACT) {
        at->log->entries[at->log->count - 1].is_cut = true;
    }
    return add_entry(at, entry);
}

static dv_result add_between_ticks(place *at, const dv_replay_entry *entry) {
    if (at->start == NO_PLACE || !at->hashed)
        return fail_damaged(at, "an act comes before the start");
    if (entry->type == DV_REPLAY_REWIND)
        return add_rewind(at, entry);
    return entry->tick == at->tick ? add_entry(at, entry) : out_of_order(at, entry->tick);
}

static dv_result add_line(place *at, const dv_replay_entry *entry) {
    dv_replay_log *log = at->log;
    if (entry->type == DV_REPLAY_LOG && at->line == 1) {
        log->version = entry->text;
        return DV_OK;
    }
    if (log->ended)
        return fail_damaged(at, "something comes after the end");
    switch (entry->type) {
    case DV_REPLAY_LOG:
        return fail_damaged(at, "another log begins");
    case DV_REPLAY_NOTE:
        return DV_OK;
    case DV_REPLAY_END:
        log->ended = true;
        log->failure = entry->text;
        return DV_OK;
    case DV_REPLAY_START:
        return add_start(at, entry);
    case DV_REPLAY_LOAD:
        return add_load(at, entry);
    case DV_REPLAY_HASH:
        return add_hash(at, entry);
    case DV_REPLAY_STOP:
        return add_stop(at, entry);
    default:
        return add_between_ticks(at, entry);
    }
}

static dv_result read_line(place *at, const char *line, size_t length) {
    dv_replay_entry entry = {.line = at->line};
    dv_result result = dv_replay_line_read(line, length, &at->log->memory, &entry, at->error);
    if (at->line == 1 && result != DV_ERROR_MEMORY && entry.type != DV_REPLAY_LOG)
        return dv_fail(at->error, DV_ERROR_FORMAT, "not a log that drover run --log wrote");
    return result == DV_OK ? add_line(at, &entry) : result;
}

static dv_result tell_line(const place *at, dv_result result) {
    dv_error why = *at->error;
    if (result == DV_ERROR_MEMORY)
        return dv_fail(at->error, result, "%s: %s", at->log->name, why.message);
    return dv_fail(at->error, result, "%s:%" PRIu32 ": %s", at->log->name, at->line, why.message);
}

static dv_result read_lines(place *at, const char *bytes, size_t size) {
    const char *end = bytes + size;
    while (bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        at->line++;
        if (!newline && at->line > 1) {
            at->log->cut_line = at->line;
            return DV_OK;
        }
        newline = newline ? newline : end;
        dv_result result = read_line(at, bytes, (size_t)(newline - bytes));
        if (result != DV_OK)
            return tell_line(at, result);
        bytes = newline + 1;
    }
    return DV_OK;
}

static dv_result check_whole(const dv_replay_log *log, dv_error *error) {
    if (!log->version)
        return dv_fail(error, DV_ERROR_FORMAT, "%s is empty: not a log that drover run --log wrote",
                       log->name);
    if (log->count > 0)
        return DV_OK;
    return dv_fail(error, DV_ERROR_FORMAT, "%s ends before the run began%s%s", log->name,
                   log->failure ? ": " : "", log->failure ? log->failure : "");
}

dv_result dv_replay_log_read(dv_replay_log *log, const char *name, const char *bytes, size_t size,
                             dv_error *error) {
    dv_error ours = {0};
    *log = (dv_replay_log){.name = dv_copy_string(name)};
    if (!log->name)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    place at = {.log = log, .start = NO_PLACE, .rewind = NO_PLACE, .error = error ? error : &ours};
    dv_result result = read_lines(&at, bytes, size);
    take_back(&at);
    if (result == DV_OK)
        result = check_whole(log, error);
    if (result != DV_OK)
        dv_replay_log_close(log);
    return result;
}

dv_result dv_replay_log_open(dv_replay_log *log, const char *path, dv_error *error) {
    unsigned char *bytes;
    size_t size;
    *log = (dv_replay_log){0};
    dv_result result = dv_file_read(path, LARGEST_LOG, &bytes, &size, error);
    if (result != DV_OK)
        return result;
    result = dv_replay_log_read(log, path, (const char *)bytes, size, error);
    dv_free(bytes);
    return result;
}

void dv_replay_log_close(dv_replay_log *log) {
    dv_free(log->name);
    dv_free(log->entries);
    dv_arena_free(&log->memory);
    *log = (dv_replay_log){0};
}
