// Changed logs: a difference is reported with its tick, and a file that is not a log is refused
// with the line at fault.
#include "../program.h"
#include "replay_fixture.h"

#include "base/random.h"
#include "player/replay/replay_log.h"

/// Write the log with the first `from` replaced.
static void change_log(fixture *f, const char *log, const char *from, const char *to) {
    const char *place = strstr(log, from);
    assert_non_null(place);
    size_t size = strlen(log) + strlen(to) + 1;
    char *changed = malloc(size);
    snprintf(changed, size, "%.*s%s%s", (int)(place - log), log, to, place + strlen(from));
    write_text(f, "run.log.file", changed);
    free(changed);
}

static void what_differs_is_told_with_its_first_tick(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), message[384];
    const char *hash = strstr(log, "{\"tick\":4,\"hash\":\"") + 18;
    change_log(f, log, "world.tick == 5", "world.tick == 3");
    assert_int_equal(replay(f), 1);
    snprintf(message, sizeof message,
             "drover: %s:2: main.lua differs from the logged version\n"
             "drover: %s:7: tick 4 differs: hash %.16s in the log, ",
             f->log, f->log, hash);
    assert_memory_equal(f->err, message, strlen(message));
    assert_string_equal(f->err + strlen(message) + 16, " here\n");
    // The hash itself.
    snprintf(message, sizeof message,
             ":7: tick 4 differs: hash 0123456789abcdef in the log, %.16s here", hash);
    char tick[64];
    snprintf(tick, sizeof tick, "\"tick\":4,\"hash\":\"%.16s\"", hash);
    change_log(f, log, tick, "\"tick\":4,\"hash\":\"0123456789abcdef\"");
    expect_refused(f, message);
    // What somebody did.
    change_log(f, log, "\"name\":\"n\",\"value\":\"2\"", "\"name\":\"n\",\"value\":\"3\"");
    assert_int_equal(replay(f), 1);
    assert_non_null(strstr(f->err, "run.log.file:12: tick 5 differs: hash "));
    change_log(f, log, "world.tick == 5", "error 'new'");
    assert_int_equal(replay(f), 1);
    if (!strstr(f->err, "run.log.file:4: tick 1 fails here: main.lua:7: new"))
        fail_msg("%s", f->err);
    free(log);
}

static void damaged_and_foreign_files_are_refused_with_the_line(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size);
    static const struct {
        const char *from, *to, *message;
    } damages[] = {
        {"{\"event\":\"log\"", "{\"event\":\"lag\"", ":1: not a log that drover run --log wrote"},
        {"{\"event\":\"log\"", "PK\x03\x04", ":1: not a log that drover run --log wrote"},
        {"\"format\":1", "\"format\":2", ":1: a log of format 2, not 1"},
        {"\"event\":\"start\"", "\"event\":\"stort\"", ":2: unknown event \"stort\""},
        {"\"seed\":\"1\"", "\"seed\":1", ":2: \"seed\": a string expected"},
        {"\"seed\":\"1\"", "\"seed\":\"99999999999999999999\"",
         ":2: \"seed\": a whole number below 2^64, in quotes, expected"},
        {"\"watched\":false", "\"watched\":0", ":2: \"watched\": true or false expected"},
        {"\"settings\":{\"n\":\"1\"}", "\"settings\":[]", ":2: \"settings\": an object expected"},
        {"{\"n\":\"1\"}", "{\"n\":\"ten\"}",
         ":2: the scenario does not start: setting 'n': 'ten' is not a number"},
        {"\"source\"", "\"sauce\"", ":2: \"source\": one of each module expected"},
        {"\"path\":\"main.lua\"", "\"path\":5", ":2: \"path\": a string expected"},
        {"\"path\":\"main.lua\"", "\"path\":{\"base64\":\"Zg=\"}", ":2: \"path\": Base64 expected"},
        {"\"path\":\"main.lua\"", "\"path\":{\"base64\":\"YQBi\"}",
         ":2: \"path\": a string without zero bytes expected"},
        {"{\"tick\":1,", "{\"tick\":2,", ":4: tick 2 after tick 0"},
        {"{\"tick\":1,", "{\"tick\":-1,", ":4: \"tick\": a whole number in its range expected"},
        {"{\"tick\":1,", "{\"tick\":1.5,", ":4: \"tick\": a whole number in its range expected"},
        {"{\"tick\":1,", "{\"tick\":1e99999,",
         ":4: not a line of a log: real number overflow near '1e99999'"},
        {"{\"tick\":1,\"hash\":\"", "{\"tick\":1,\"hash\":\"x",
         ":4: \"hash\": a hash of 16 digits expected"},
        {"{\"tick\":1,", "{\"tick\":1,\"tick\":1,",
         ":4: not a line of a log: duplicate object key near '\"tick\"'"},
        {"{\"tick\":1,", "[],[", ":4: not a line of a log: end of file expected near ','"},
        {"{\"tick\":1,", "\n{\"tick\":1,",
         ":4: not a line of a log: '[' or '{' expected near end of file"},
        {"\"key\":\"k\"", "\"kay\":\"k\"", ":8: \"key\": a string expected"},
        {"\"button\":1", "\"button\":3e9", ":9: \"button\": a whole number in its range expected"},
        {"\"button\":1", "\"button\":1,\"agent\":0,\"generation\":0",
         ":9: \"agent\": the number of an agent expected"},
        {"\"x\":1,\"y\":0", "\"x\":\"one\",\"y\":0", ":9: \"x\": a number expected"},
        {"\"event\":\"setting\"", "\"event\":\"start\"", ":11: \"folder\": a string expected"},
        {"\"name\":\"n\"", "\"name\":\"m\"", ":11: no setting 'm'"},
        {"\"event\":\"setting\"", "\"event\":\"rewind\",\"to\":7",
         ":11: a rewind to tick 7, which the log does not have"},
        {"\"event\":\"setting\"", "\"event\":\"load\",\"snapshot\":\"Zg==\"",
         ":11: a snapshot is not loaded at the start"},
        {"\"event\":\"setting\"",
         "\"event\":\"reload\",\"modules\":[{\"path\":\"x.lua\",\"hash\":\"0123456789abcdef\"}]",
         ":11: no source of x.lua"},
        {"\"event\":\"setting\"", "\"event\":\"reload\",\"modules\":[]",
         ":11: \"modules\": a list of modules expected"},
        {"\"event\":\"setting\"",
         "\"event\":\"reload\",\"modules\":[{\"path\":\"main.lua\",\"hash\":\"0123456789abcdef\","
         "\"source\":\"\"}]",
         ":11: the reload is refused here: main.lua: return drover.scenario { ... }, not nil"},
        {"\"event\":\"setting\"", "\"event\":\"end\"", ":12: something comes after the end"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        change_log(f, log, damages[i].from, damages[i].to);
        char expected[512];
        assert_int_equal(replay(f), 1);
        snprintf(expected, sizeof expected, "drover: %s%s\n", f->log, damages[i].message);
        // A source that was changed is noted before.
        const char *last = strstr(f->err, expected);
        if (!last || strlen(last) != strlen(expected))
            fail_msg("%s: expected %s", f->err, expected);
    }
    write_text(f, "run.log.file", "");
    expect_refused(f, " is empty: not a log that drover run --log wrote");
    write_text(f, "run.log.file", "{\"event\":\"log\"");
    expect_refused(f, ":1: not a log that drover run --log wrote");
    free(log);
}

static uint64_t draw(uint64_t *n, uint64_t below) {
    return dv_random_bits((dv_random_key){.seed = 11}, (*n)++) % below;
}

/// Change some bytes, lose some, or have some twice.
static size_t mutate(const char *log, size_t size, char *mutant, uint64_t *n) {
    size_t at = draw(n, size), count = draw(n, 40);
    count = count < size - at ? count : size - at;
    memcpy(mutant, log, size);
    if (draw(n, 3) == 0) {
        memmove(mutant + at, mutant + at + count, size - at - count);
        return size - count;
    }
    if (draw(n, 2) == 0) {
        memmove(mutant + at + count, mutant + at, size - at);
        return size + count;
    }
    static const char likely[] = "\"{}[]:,0159aeE.-+\\\n\xff";
    for (uint64_t changes = draw(n, 4) + 1; changes > 0; changes--)
        mutant[draw(n, size)] =
            draw(n, 2) ? likely[draw(n, sizeof likely - 1)] : (char)draw(n, 256);
    return size;
}

#define MUTANTS 6000

static void mutants_are_read_or_refused(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), *mutant = malloc(size + 40);
    uint64_t n = 0;
    int refused = 0, name = (int)strlen("mutant:");
    for (int i = 0; i < MUTANTS; i++) {
        dv_replay_log read;
        dv_error error;
        size_t length = mutate(log, size, mutant, &n);
        dv_result result = dv_replay_log_read(&read, "mutant", mutant, length, &error);
        if (result == DV_OK) {
            dv_replay_log_close(&read);
            continue;
        }
        refused++;
        assert_int_equal(result, DV_ERROR_FORMAT);
        assert_memory_equal(error.message, "mutant:", name);
        assert_true(error.message[name] >= '1' && error.message[name] <= '9');
    }
    assert_in_range(refused, MUTANTS / 4, MUTANTS - MUTANTS / 10);
    free(mutant);
    free(log);
}

static void mutants_are_replayed_or_refused(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), *mutant = malloc(size + 40);
    uint64_t n = MUTANTS;
    for (int i = 0; i < 300; i++) {
        size_t length = mutate(log, size, mutant, &n);
        write_bytes(f, "run.log.file", mutant, length);
        if (replay(f) == 1)
            assert_memory_equal(f->err, "drover: ", 8);
        else
            assert_memory_equal(f->out, "replayed ", 9);
    }
    free(mutant);
    free(log);
}

static void want_of_memory_leaves_nothing(void **state) {
    fixture *f = *state;
    size_t size, before = dv_allocated_bytes();
    char *log = ten_ticks(f, &size);
    dv_result result = DV_ERROR_MEMORY;
    uint64_t failures = 0;
    for (; result != DV_OK; failures++) {
        dv_replay_log read;
        dv_error error;
        dv_fail_allocation(failures + 1, failures % 2 == 1);
        result = dv_replay_log_read(&read, "log", log, size, &error);
        dv_fail_allocation(0, false);
        if (result == DV_OK)
            dv_replay_log_close(&read);
        else
            assert_int_equal(result, DV_ERROR_MEMORY);
        assert_int_equal(dv_allocated_bytes(), before);
    }
    if (failures <= 50)
        fail_msg("%d", (int)failures);
    free(log);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_differs_is_told_with_its_first_tick),
        CASE(damaged_and_foreign_files_are_refused_with_the_line),
        CASE(mutants_are_read_or_refused),
        CASE(mutants_are_replayed_or_refused),
        CASE(want_of_memory_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
