#include "failing_scenarios.h"

#include "everything.h"

static const char short_main[] = HEAD
    "local deer = drover.kind('deer', { memory = { n = 0, l = {} }, slots = { at = 'point' },\n"
    "  initial = 'calm', states = {\n"
    "    calm = { steer = blend.weighted { steer.wander {}, steer.separation { kind = 'deer',\n"
    "        radius = 3 } }, on = { { when.chance(0.2) & when.after(0.1), 'wild' } } },\n"
    "    wild = { speed = 2, on = { { when.after(0.2), 'calm' } } } },\n"
    "  step = function(self) self.n = self.n + self.world:random() self.at = vec(self.x, 1)\n"
    "    self.l[self.world.tick % 3 + 1] = { self.n } end })\n"
    "return drover.scenario { kinds = { deer }, seed = 3,\n"
    "  bounds = { min = { 0, 0 }, max = { 60, 60 }, edge = 'wrap' },\n"
    "  settings = { drover.slider('pace', 5, { min = 1, max = 9 }) },\n"
    "  monitors = { sum = function(world) local n = 0\n"
    "    for d in world:agents('deer') do n = n + d.n end return n end },\n"
    "  setup = function(world) world:scatter('deer', 6) world.memory.log = {}\n"
    "    world:obstacle { sphere = { x = 30, y = 30, radius = 2 } }\n"
    "    world.memory.way = world:path { points = { { 1, 1 }, { 9, 9 } }, radius = 2 } end,\n"
    "  update = function(world) local t = world.tick\n"
    "    world.memory.log[t % 5 + 1] = 'tick ' .. t\n"
    "    if t % 3 == 1 then world:scatter('deer', 1) print('one more', t) end\n"
    "    if t % 4 == 2 then world:agents('deer')():remove() end end }\n";

static void write_text(const char *folder, const char *name, const char *text) {
    fixture f;
    snprintf(f.folder, sizeof f.folder, "%s", folder);
    write_file(&f, name, text);
}

bool dv_put_scenario(const char *name, const char *folder) {
    bool is_short = strcmp(name, "short") == 0, is_everything = strcmp(name, "everything") == 0;
    if (is_everything)
        write_text(folder, "deer.lua", everything_deer);
    if (is_short || is_everything) {
        write_text(folder, "original", is_short ? short_main : everything_main);
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
