// What the harnesses share. The program `fuzz` runs the one that its first word names. The rest of
// its command line is that of clang's libFuzzer, whether it is linked to that (-Dfuzzer=true) or to
// driver.c:
//
//     fuzz snapshot --write-seeds FOLDER      what to begin with
//     fuzz snapshot FILE...                   these inputs, one by one
//     fuzz snapshot -max_total_time=10 -seed=1 FOLDER
//
// A harness aborts where something that must hold does not; the sanitizers and asserts see the
// rest. Inputs run one after the other in one process, so each leaves all as it found it.
#ifndef DV_TEST_FUZZ_H
#define DV_TEST_FUZZ_H

#include "scenario.h"

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t capacity, unsigned seed);
/// Change anything, knowing nothing of the format. Of libFuzzer, or driver.c.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t capacity);

typedef struct fuzz_harness {
    const char *name;
    /// Writes what to begin with, by fuzz_write_seed.
    void (*write_seeds)(void);
    /// Returns 0.
    int (*try_input)(const uint8_t *bytes, size_t size);
    /// Changes an input in place; the new size.
    size_t (*mutate)(uint8_t *bytes, size_t size, size_t capacity, unsigned seed);
} fuzz_harness;

extern const fuzz_harness api_harness, csv_harness, json_harness, lines_harness, manifest_harness,
    options_harness, plans_harness, png_harness, replay_harness, snapshot_harness, source_harness,
    syntax_harness, tiled_harness, wkt_harness;

void fuzz_write_seed(const char *name, const void *bytes, size_t size);

/// A number below the limit, from the seed of a mutator, which moves on.
uint32_t fuzz_below(unsigned *seed, uint32_t limit);

/// What malloc gives, which must not fail.
void *fuzz_allocate(size_t size);

/// Abort with a message unless it holds.
void fuzz_expect(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// What refuses an input: one line of printable text, in which `name` stands.
void fuzz_expect_line(const char *line, const char *name);

/// Keep what is printed to stdout from being seen, and what is printed to stderr, until fuzz_heard
/// returns the latter, to be freed.
void fuzz_listen(void);
char *fuzz_heard(void);

/// Put other bytes in the place of `count` at `at`; the new size. Nothing when there is no room.
size_t fuzz_replace(uint8_t *bytes, size_t size, size_t capacity, size_t at, size_t count,
                    const void *other, size_t other_count);

/// Leave out a line, repeat it elsewhere or let it change places with another.
size_t fuzz_move_lines(uint8_t *bytes, size_t size, size_t capacity, unsigned *seed);

/// Put one of `count` values in the place of what stands between two of {}[],: and newlines.
size_t fuzz_change_value(uint8_t *bytes, size_t size, size_t capacity, unsigned *seed,
                         const char *const *values, uint32_t count);

#define FUZZ_SNAPSHOT_HEADER 32
/// Make the size and the checksum in a snapshot's header right, where it has one.
void fuzz_mend_snapshot(uint8_t *bytes, size_t size);
/// Change a field of a snapshot behind its header.
void fuzz_mutate_snapshot(uint8_t *bytes, size_t size, unsigned *seed);

/// Options of a scenario that keeps quiet, and goes on where scripts fail.
dv_scenario_options fuzz_options(void);

/// Take some steps. Scripts may fail, and memory may run short: that is said.
void fuzz_step(dv_scenario *scenario, int ticks);

/// The hash of a world that must have one.
uint64_t fuzz_hash(dv_world *world);

/// All numbers of the world are finite. Its snapshot reads back and hashes as before, or is refused
/// with a message where `may_refuse`, as when a script put a function into its memory.
void fuzz_check_world(dv_scenario *scenario, bool may_refuse);

#endif
