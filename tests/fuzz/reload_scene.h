// A scenario to be saved again and again, well and badly: a walker whose module writes into the
// tables of others, counts, caches and patches, so that whatever one version of the code leaves to
// another shows in the hash.
#ifndef DV_TEST_RELOAD_SCENE_H
#define DV_TEST_RELOAD_SCENE_H

#include <stddef.h>
#include <stdint.h>

/// As many as reload_scene/main.lua scatters.
#define RELOAD_SCENE_AGENTS 40
#define RELOAD_SCENE_SOURCE 4096

/// What a save is.
typedef enum save_type {
    GOOD,
    SAME,          // what runs, again
    HALF_WRITTEN,  // the end is missing
    FAILS_LOADING, // raises
    FAILS_TO_FIND, // requires what is not there
    FAILS_CHECKS,  // gives a behavior a parameter that it has not
    GOES_IN_CIRCLES,
    FAILS_STEPPING, // loads, and raises a few ticks later
    FAILS_ENTERING,
    FAILS_IN_UPDATE,
    FAILS_ON_RELOAD,
    SAVE_TYPES
} save_type;

extern const char *const save_type_names[SAVE_TYPES];

/// The modules that are saved.
typedef struct reload_scene {
    char walker[RELOAD_SCENE_SOURCE], main[RELOAD_SCENE_SOURCE];
} reload_scene;

#define RELOAD_SCENE_SHARED 4
/// The files of those that are never saved, and that the others write into.
extern const char *const reload_scene_shared[RELOAD_SCENE_SHARED];
/// The text of such a file, kept until the program ends.
const char *reload_scene_source(const char *module);

/// Throw a die of the seed: 0 to limit − 1.
uint32_t throw_below(uint32_t limit);
/// Begin the throws of a seed.
void begin_throws(uint64_t seed);

/// Write variant 0, or another that is good.
void reload_scene_write(reload_scene *scene, uint32_t variant);
/// Write a save of such a type, as a change of `good`.
void reload_scene_save(reload_scene *scene, const reload_scene *good, save_type type,
                       uint32_t variant);

#endif
