// Snapshots of scripted worlds: saved, loaded, and continued bit for bit, in the same and in a new
// process. Damaged ones are refused and change nothing.
#include "../program.h"
#include "../read_script.h"
#include "everything.h"

#include "base/hash.h"

#include <math.h>
#include <sys/wait.h>

#define TICKS 64

static void save(fixture *f, const char *name) {
    char path[256];
    if (dv_world_save(dv_scenario_world(f->scenario), path_in(f, name, path), &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
}

static dv_result load(fixture *f, const char *name) {
    char path[256];
    return dv_world_load(dv_scenario_world(f->scenario), path_in(f, name, path), &f->error);
}

static void expect_load(fixture *f, const char *name) {
    if (load(f, name) != DV_OK)
        fail_msg("%s", f->error.message);
}

static void a_loaded_world_goes_on_bit_for_bit(void **state) {
    fixture *f = *state;
    uint64_t start, hashes[TICKS + 1];
    char name[32];
    open_everything(f);
    start = hash_of(f);
    for (int i = 0; i <= TICKS; i++) {
        hashes[i] = hash_of(f);
        snprintf(name, sizeof name, "%d.snap", i);
        save(f, name);
        assert_int_equal(hash_of(f), hashes[i]);
        step_everything(f, 1);
    }
    for (int i = 0; i <= TICKS; i += 5) {
        close_scenario(f);
        open_everything(f);
        // What stands there before a load must not matter.
        step(f, i % 3);
        dv_world_set_mouse(dv_scenario_world(f->scenario), NULL);
        snprintf(name, sizeof name, "%d.snap", i);
        expect_load(f, name);
        assert_int_equal(dv_world_tick(dv_scenario_world(f->scenario)), i);
        for (int t = i; t <= TICKS; t++) {
            assert_int_equal(hash_of(f), hashes[t]);
            step_everything(f, 1);
        }
    }
    // Back to the beginning, in a world that has come to the end.
    expect_load(f, "0.snap");
    assert_int_equal(hash_of(f), start);
    step_everything(f, TICKS);
    assert_int_equal(hash_of(f), hashes[TICKS]);
}

static void saving_what_was_loaded_gives_the_same_bytes(void **state) {
    fixture *f = *state;
    char command[256];
    open_everything(f);
    step_everything(f, 40);
    save(f, "one.snap");
    close_scenario(f);
    open_everything(f);
    expect_load(f, "one.snap");
    save(f, "two.snap");
    snprintf(command, sizeof command, "cmp %s/one.snap %s/two.snap", f->folder, f->folder);
    assert_int_equal(system(command), 0);
}

/// Run the program headless and keep the last line of what it prints.
static void run_program(const fixture *f, const char *arguments, char line[256]) {
    char command[1024];
    snprintf(command, sizeof command, "%s run %s --headless %s", getenv("DROVER"), f->folder,
             arguments);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    line[0] = '\0';
    while (fgets(line, 256, output))
        ;
    int status = pclose(output);
    // An agent that is suspended makes it 1.
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
}

static void a_fresh_process_goes_on_where_another_saved(void **state) {
    fixture *f = *state;
    char whole[256], first[256], second[256], arguments[512];
    if (!getenv("DROVER"))
        skip();
    write_file(f, "deer.lua", everything_deer());
    write_file(f, "main.lua", everything_main());
    run_program(f, "--ticks 60 --hash", whole);
    assert_non_null(strstr(whole, " tick 60 "));
    for (int at = 1; at < 60; at += 17) {
        snprintf(arguments, sizeof arguments, "--ticks %d --hash --save %s/at.snap", at, f->folder);
        run_program(f, arguments, first);
        snprintf(arguments, sizeof arguments, "--ticks 0 --hash --load %s/at.snap", f->folder);
        run_program(f, arguments, second);
        assert_string_equal(first, second);
        snprintf(arguments, sizeof arguments, "--ticks %d --hash --threads 2 --load %s/at.snap",
                 60 - at, f->folder);
        run_program(f, arguments, second);
        assert_string_equal(whole, second);
    }
}

static void memory_comes_back_with_its_shape(void **state) {
    fixture *f = *state;
    const char *source = read_script("snapshot/memory_comes_back_with_its_shape.lua");
    open_main(f, source);
    save(f, "s.snap");
    step(f, 1);
    char expected[sizeof f->log];
    strcpy(expected, f->log);
    assert_non_null(strstr(expected,
                           "true\ttrue\ttrue\ttrue\ta#2\ttrue\tof\tyes\tminus\t(1, 2, 3)\t"
                           "0.1\t-9223372036854775808\ta"));
    uint64_t hash = hash_of(f);
    open_main(f, source);
    expect_load(f, "s.snap");
    step(f, 1);
    assert_string_equal(f->log, expected);
    assert_string_equal(banner_of(f), "");
    assert_int_equal(hash_of(f), hash);
}

static void handles_of_before_a_load_are_stale(void **state) {
    fixture *f = *state;
    open_main(f, read_script("snapshot/handles_of_before_a_load_are_stale.lua"));
    save(f, "s.snap");
    step(f, 1);
    expect_load(f, "s.snap");
    step(f, 1);
    expect_log(f, "true\ttrue\nfalse\tfalse\n");
}

static void a_world_taken_back_goes_on_bit_for_bit_and_knows_its_handles(void **state) {
    fixture *f = *state;
    open_main(f, read_script(
                     "snapshot/a_world_taken_back_goes_on_bit_for_bit_and_knows_its_handles.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    step(f, 5);
    dv_agent last = dv_world_agent_at(world, 19), first = dv_world_agent_at(world, 0);
    dv_snapshot then;
    assert_int_equal(dv_world_take_snapshot(world, &then, &f->error), DV_OK);
    uint64_t hash_then = hash_of(f);
    step(f, 30);
    uint64_t hash_later = hash_of(f);
    dv_agent_remove(world, first);
    step(f, 10);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(dv_world_return_to(world, &then, &f->error), DV_OK);
        assert_true(hash_of(f) == hash_then);
        assert_true(dv_agent_alive(world, first));
        assert_true(dv_world_agent_at(world, 19).bits == last.bits);
        step(f, 30);
        assert_true(hash_of(f) == hash_later);
    }
    dv_snapshot_free(&then);
}

// Saved and loaded, loaded by another process, and taken back.
static void an_own_solidity_comes_back(void **state) {
    fixture *f = *state;
    const char *source = read_script("snapshot/an_own_solidity_comes_back.lua");
    const char *each = "1\ttrue\n2\tagents\n3\tfalse\n";
    open_main(f, source);
    save(f, "s.snap");
    dv_world *world = dv_scenario_world(f->scenario);
    dv_snapshot then;
    assert_int_equal(dv_world_take_snapshot(world, &then, &f->error), DV_OK);
    for (int way = 0; way < 2; way++) {
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(dv_agent_set_property(world, dv_world_agent_at(world, i), DV_SOLID,
                                                   DV_SOLID_FOR_NOTHING, &f->error),
                             DV_OK);
        if (way == 0)
            expect_load(f, "s.snap");
        else
            assert_int_equal(dv_world_return_to(world, &then, &f->error), DV_OK);
        step(f, 1);
        expect_log(f, each);
        f->log[0] = '\0';
    }
    dv_snapshot_free(&then);
    close_scenario(f);
    open_main(f, source);
    expect_load(f, "s.snap");
    step(f, 1);
    expect_log(f, each);
}

static void bytes_that_are_no_snapshot_change_nothing(void **state) {
    fixture *f = *state;
    open_main(f, read_script("snapshot/bytes_that_are_no_snapshot_change_nothing.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    dv_snapshot then;
    assert_int_equal(dv_world_take_snapshot(world, &then, &f->error), DV_OK);
    ((unsigned char *)then.bytes)[then.size / 2] ^= 1;
    step(f, 1);
    uint64_t hash = hash_of(f);
    assert_int_equal(dv_world_return_to(world, &then, &f->error), DV_ERROR_FORMAT);
    assert_string_equal(f->error.message, "what was given is damaged: its checksum is wrong");
    assert_int_equal(dv_world_load_snapshot(world, &then, &f->error), DV_ERROR_FORMAT);
    assert_true(hash_of(f) == hash);
    dv_snapshot_free(&then);
}

static void expect_load_refused(fixture *f, const char *name, const char *message) {
    uint64_t before = hash_of(f);
    char text[512], path[256];
    assert_int_not_equal(load(f, name), DV_OK);
    snprintf(text, sizeof text, message, path_in(f, name, path));
    assert_string_equal(f->error.message, text);
    assert_int_equal(hash_of(f), before);
}

static void what_is_no_snapshot_of_this_scenario_is_refused(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "return drover.scenario { kinds = { drover.kind('a', {}) }, setup = "
                      "function(world)\n  world:scatter('a', 3) end }");
    save(f, "a.snap");
    write_file(f, "text.snap", "what is this?");
    write_file(f, "empty.snap", "");
    expect_load_refused(f, "none.snap", "cannot open '%s': No such file or directory");
    expect_load_refused(f, "text.snap", "'%s' is not a snapshot");
    expect_load_refused(f, "empty.snap", "'%s' is not a snapshot");
    close_scenario(f);
    open_main(f, HEAD "return drover.scenario { kinds = { drover.kind('b', {}) } }");
    expect_load_refused(
        f, "a.snap",
        "main.lua:2: kind 'a' is gone, and 3 of its agents live: write renamed_from = \"a\" in the "
        "new kind, or removed = { { kind = \"a\" } } in the scenario");
}

static void a_scenario_that_changed_meanwhile_takes_what_fits(void **state) {
    fixture *f = *state;
    open_main(f, read_script("snapshot/a_scenario_before_it_changed.lua"));
    step(f, 3);
    save(f, "s.snap");
    open_main(f, read_script("snapshot/a_scenario_that_changed_meanwhile.lua"));
    expect_load(f, "s.snap");
    step(f, 1);
    expect_log(f, "1\ta\ttwo\t7\t3\t5.0\tnil\t8.0\t3\n2\ta\tzero\t1\t3\tnil\tnil\t8.0\t3\n");
    assert_string_equal(banner_of(f), "");
}

// Damage

enum { HEADER = 32 };

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

static bytes read_all(const fixture *f, const char *name) {
    char path[256];
    struct stat status;
    FILE *file = fopen(path_in(f, name, path), "rb");
    assert_non_null(file);
    assert_int_equal(stat(path, &status), 0);
    bytes all = {malloc((size_t)status.st_size + 64), (size_t)status.st_size};
    assert_int_equal(fread(all.data, 1, all.size, file), all.size);
    fclose(file);
    return all;
}

/// Write a snapshot with a checksum that is right, so that what reads it gets to see the damage.
static void write_signed(const fixture *f, const char *name, bytes snapshot) {
    uint64_t size = snapshot.size - HEADER;
    uint64_t hash = dv_hash_bytes(snapshot.data + HEADER, snapshot.size - HEADER);
    memcpy(snapshot.data + 16, &size, sizeof size);
    memcpy(snapshot.data + 24, &hash, sizeof hash);
    write_bytes(f, name, snapshot.data, snapshot.size);
}

/// Write a snapshot as an earlier version did: 5 without the origin, which follows the content; 4
/// also without the list of planned paths behind it; 3 also without the size before the content,
/// and with nothing behind it.
static void write_old(const fixture *f, const char *name, bytes s, uint32_t version) {
    uint64_t content;
    uint32_t paths;
    memcpy(&content, s.data + HEADER, sizeof content);
    assert_true(content < s.size - HEADER - sizeof content);
    memcpy(s.data + 8, &version, sizeof version);
    if (version >= 4) {
        unsigned char *end = s.data + HEADER + sizeof content + content;
        size_t left_out = 3 * sizeof(double);
        memcpy(&paths, end + left_out, sizeof paths);
        left_out += version == 4 ? sizeof paths + paths : 0;
        s.size -= left_out;
        memmove(end, end + left_out, s.size - (size_t)(end - s.data));
    } else {
        memmove(s.data + HEADER, s.data + HEADER + sizeof content, content);
        s.size = HEADER + content;
    }
    write_signed(f, name, s);
}

static void expect_old(fixture *f, uint32_t version) {
    uint64_t hashes[TICKS];
    open_everything(f);
    step_everything(f, 20);
    save(f, "new.snap");
    bytes s = read_all(f, "new.snap");
    write_old(f, "old.snap", s, version);
    free(s.data);
    for (int i = 0; i < TICKS; i++) {
        hashes[i] = hash_of(f);
        step_everything(f, 1);
    }
    close_scenario(f);
    open_everything(f);
    expect_load(f, "old.snap");
    for (int i = 0; i < TICKS; i++) {
        assert_int_equal(hash_of(f), hashes[i]);
        step_everything(f, 1);
    }
    close_scenario(f);
}

static void snapshots_of_earlier_formats_are_read(void **state) {
    expect_old(*state, 3);
    expect_old(*state, 4);
    expect_old(*state, 5);
}

static void a_setting_that_is_no_number_is_found(void **state) {
    fixture *f = *state;
    const double five = 5, none = NAN;
    open_everything(f);
    save(f, "fine.snap");
    bytes s = read_all(f, "fine.snap");
    unsigned char *at = s.data, *end = s.data + s.size - 13;
    while (at < end && (memcmp(at, "pace", 4) != 0 || memcmp(at + 5, &five, sizeof five) != 0))
        at++;
    assert_true(at < end);
    memcpy(at + 5, &none, sizeof none);
    write_signed(f, "none.snap", s);
    free(s.data);
    uint64_t before = hash_of(f);
    assert_int_not_equal(load(f, "none.snap"), DV_OK);
    assert_non_null(strstr(f->error.message, "damaged"));
    assert_int_equal(hash_of(f), before);
}

static uint64_t next_random(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = (*state ^ *state >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void damage(bytes *snapshot, uint64_t *random) {
    static const uint32_t words[] = {0,          1,          0xffffffff, 0x7fffffff, 0x80000000,
                                     0x7fc00000, 0x7f800000, 0x7f7fffff, 0xff800000, 65536};
    size_t place = HEADER + next_random(random) % (snapshot->size - HEADER);
    switch (next_random(random) % 8) {
    case 0:
        snapshot->size = place;
        break;
    case 1:
    case 2:
        memcpy(snapshot->data + place, &words[next_random(random) % 10], sizeof words[0]);
        break;
    case 3: // a piece of it elsewhere
        memmove(snapshot->data + place,
                snapshot->data + HEADER + next_random(random) % (snapshot->size - HEADER - 16), 8);
        break;
    default:
        snapshot->data[place] ^= (unsigned char)(1 + next_random(random) % 255);
        break;
    }
}

static void check_valid(const fixture *f) {
    const dv_world *world = dv_scenario_world(f->scenario);
    for (uint32_t i = 0; i < dv_world_agent_limit(world); i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        dv_vec3 place = dv_agent_position(world, agent), velocity = dv_agent_velocity(world, agent);
        assert_true(isfinite(place.x) && isfinite(place.y) && isfinite(place.z));
        assert_true(isfinite(velocity.x) && isfinite(velocity.y) && isfinite(velocity.z));
    }
}

static void damaged_snapshots_are_refused_or_make_a_valid_world(void **state) {
    fixture *f = *state;
    uint64_t random = 1;
    int refused = 0, mutants = getenv("MUTANTS") ? atoi(getenv("MUTANTS")) : 4000;
    open_everything(f);
    step_everything(f, 40);
    save(f, "whole.snap");
    bytes whole = read_all(f, "whole.snap");
    bytes mutant = {malloc(whole.size + 64), 0};
    uint64_t hash = hash_of(f);
    for (int i = 0; i < mutants; i++) {
        memcpy(mutant.data, whole.data, whole.size);
        mutant.size = whole.size;
        damage(&mutant, &random);
        write_signed(f, "mutant.snap", mutant);
        if (load(f, "mutant.snap") != DV_OK) {
            refused++;
            assert_true(f->error.message[0] != '\0');
            if (i % 16 == 0)
                assert_int_equal(hash_of(f), hash);
            continue;
        }
        // Scripts may fail on what they find, the engine may not.
        for (int t = 0; t < 2; t++)
            if (dv_scenario_step(f->scenario, &f->error) != DV_OK)
                break;
        dv_obstacle obstacles[4];
        dv_obstacle_def sphere = {.shape = DV_SPHERE, .position = {9, 9, 0}, .radius = 2};
        for (int o = 0; o < 4; o++) // where others were
            dv_obstacle_create(dv_scenario_world(f->scenario), &sphere, &obstacles[o], &f->error);
        check_valid(f);
        hash_of(f);
        save(f, "again.snap");
        // Back to a whole one: by this, too, nothing of the mutant stays.
        expect_load(f, "whole.snap");
        assert_int_equal(hash_of(f), hash);
    }
    assert_true(refused > mutants / 20);
    free(whole.data);
    free(mutant.data);
}

static void a_wrong_checksum_is_found(void **state) {
    fixture *f = *state;
    uint64_t random = 7;
    open_everything(f);
    save(f, "whole.snap");
    bytes whole = read_all(f, "whole.snap");
    uint64_t before = hash_of(f);
    for (int i = 0; i < 300; i++) {
        size_t place = i < HEADER ? (size_t)i : next_random(&random) % whole.size;
        unsigned char kept = whole.data[place];
        whole.data[place] ^= (unsigned char)(1 + next_random(&random) % 255);
        write_bytes(f, "mutant.snap", whole.data, whole.size);
        if (place < 12 || place >= 16) // four bytes say nothing
            assert_int_not_equal(load(f, "mutant.snap"), DV_OK);
        whole.data[place] = kept;
    }
    assert_int_equal(hash_of(f), before);
    free(whole.data);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_loaded_world_goes_on_bit_for_bit),
        CASE(saving_what_was_loaded_gives_the_same_bytes),
        CASE(a_fresh_process_goes_on_where_another_saved),
        CASE(memory_comes_back_with_its_shape),
        CASE(handles_of_before_a_load_are_stale),
        CASE(a_world_taken_back_goes_on_bit_for_bit_and_knows_its_handles),
        CASE(an_own_solidity_comes_back),
        CASE(bytes_that_are_no_snapshot_change_nothing),
        CASE(what_is_no_snapshot_of_this_scenario_is_refused),
        CASE(a_scenario_that_changed_meanwhile_takes_what_fits),
        CASE(a_wrong_checksum_is_found),
        CASE(snapshots_of_earlier_formats_are_read),
        CASE(a_setting_that_is_no_number_is_found),
        CASE(damaged_snapshots_are_refused_or_make_a_valid_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
