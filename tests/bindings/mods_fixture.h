// Mods: a scenario of sheep in a folder of its own, and mods written into its mods/.
#ifndef DV_TEST_MODS_FIXTURE_H
#define DV_TEST_MODS_FIXTURE_H

#include "../read_script.h"
#include "reload_fixture.h"

#define MOD HEAD "return drover.mod {"
#define EXTEND(edit) HEAD "drover.extend('sheep', function(def)\n" edit " end)"

static inline void write_mod(fixture *f, const char *name, const char *keys, const char *init) {
    char path[256], file[64], text[256];
    mkdir(path_in(f, "mods", path), 0777);
    snprintf(file, sizeof file, "mods/%s", name);
    mkdir(path_in(f, file, path), 0777);
    snprintf(file, sizeof file, "mods/%s/mod.lua", name);
    snprintf(text, sizeof text, "return { name = '%s', %s }", name, keys);
    write_file(f, file, text);
    snprintf(file, sizeof file, "mods/%s/init.lua", name);
    if (init)
        write_file(f, file, init);
}

static inline void write_base(fixture *f) {
    write_file(f, "main.lua", read_script("mods/main.lua"));
    write_file(f, "forest.lua", read_script("mods/forest.lua"));
}

/// Open the scenario with these mods, separated by spaces. NULL on failure, with `f->error`.
static inline dv_scenario *try_mods(fixture *f, const char *names) {
    char text[256];
    const char *mods[16];
    dv_scenario_options options = options_of(f);
    close_scenario(f);
    f->log[0] = '\0';
    f->error.message[0] = '\0';
    snprintf(text, sizeof text, "%s", names);
    options.mods = mods;
    options.lists_changes = true;
    for (char *name = strtok(text, " "); name; name = strtok(NULL, " "))
        mods[options.mod_count++] = name;
    return f->scenario = dv_scenario_open(f->folder, &options, &f->error);
}

static inline void open_mods(fixture *f, const char *names) {
    if (!try_mods(f, names))
        fail_msg("%s", f->error.message);
}

static inline int set_up_base(void **state) {
    set_up(state);
    write_base(*state);
    return 0;
}

#endif
