#include "failing_scenarios.h"

#include "everything.h"

static void write_text(const char *folder, const char *name, const char *text) {
    fixture f;
    snprintf(f.folder, sizeof f.folder, "%s", folder);
    write_file(&f, name, text);
}

static void write_mod(const char *folder, const char *name, const char *init) {
    char path[128], manifest[128];
    snprintf(path, sizeof path, "%s/mods", folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/mods/%s", folder, name);
    mkdir(path, 0777);
    snprintf(manifest, sizeof manifest, "return { name = '%s' }", name);
    write_text(path, "mod.lua", manifest);
    write_text(path, "init.lua", init);
}

bool dv_put_scenario(const char *name, const char *folder) {
    bool is_short = strcmp(name, "short") == 0, is_everything = strcmp(name, "everything") == 0;
    if (is_everything)
        write_text(folder, "deer.lua", everything_deer());
    write_mod(folder, "always", read_script("failing_scenarios/always.lua"));
    write_mod(folder, "switched", read_script("failing_scenarios/switched.lua"));
    if (is_short || is_everything) {
        write_text(folder, "original",
                   is_short ? read_script("failing_scenarios/short.lua") : everything_main());
        return true;
    }
    char command[1024];
    snprintf(command, sizeof command, "cp -r %s/. %s && mv %s/main.lua %s/original", name, folder,
             folder, folder);
    return system(command) == 0;
}

/// Where code can be put that runs in every tick, and what has to stand about it.
static const char *find_update(const char *text, const char **before, const char **after) {
    static const char update[] = "update = function(world", start[] = "return drover.scenario {";
    const char *place = strstr(text, update);
    *before = *after = "";
    if (place)
        return strchr(place, ')') + 1;
    place = strstr(text, start);
    *before = " update = function()";
    *after = " end,";
    return place ? place + strlen(start) : NULL;
}

/// Put `more` behind each place where `key` stands in a text.
static void add_behind(char *text, size_t size, const char *key, const char *more) {
    size_t length = strlen(more);
    for (char *at = text; (at = strstr(at, key)) && strlen(text) + length < size; at += length) {
        at += strlen(key);
        memmove(at + length, at, strlen(at) + 1);
        memcpy(at, more, length);
    }
}

void dv_edit_scenario(const char *folder, dv_edit edit) {
    static char text[1 << 16], edited[1 << 17];
    char path[128];
    const char *before, *after;
    snprintf(path, sizeof path, "%s/original", folder);
    FILE *file = fopen(path, "r");
    if (!file)
        abort();
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char *place = find_update(text, &before, &after);
    if (!place)
        abort();
    if (edit == DV_FAILING)
        snprintf(edited, sizeof edited, "%.*s%s do error 'on purpose' end%s%s", (int)(place - text),
                 text, before, after, place);
    else
        snprintf(edited, sizeof edited, "%s%s", text,
                 edit == DV_GOOD  ? "-- edited\n"
                 : edit == DV_BAD ? "no Lua\n"
                                  : "");
    if (edit == DV_MORE) {
        add_behind(edited, sizeof edited, "memory = {", " spare = { 1, { 'two' } },");
        add_behind(edited, sizeof edited, "slots = {", " spared = 'number',");
    }
    write_text(folder, "main.lua", edited);
}
