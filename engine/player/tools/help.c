// The commands `drover help` and `drover behaviors`, which explain what scripts can use, from the
// editor stub. Since this is text processing,
// Lua does it, in scripts/help. This file passes it the stub, the modules that scripts may require,
// the examples, and the help text of the commands, and prints the result.
#include "player/tools/help.h"

#include "base/alloc.h"
#include "base/names.h"
#include "base/result.h"
#include "player/options/command_line.h"
#include "player/options/subcommand.h"
#include "player/options/templates.h"
#include "scripts.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMES 4096

// Lua

static void *reallocate_for_lua(void *context, void *block, size_t old_size, size_t new_size) {
    (void)context;
    return dv_resize_known(block, block ? old_size : 0, new_size);
}

/// nearest(given, names) → the most similar name, or nil.
static int push_nearest_name(lua_State *L) {
    const char *given = luaL_checkstring(L, 1);
    lua_Unsigned count = lua_rawlen(L, 2);
    luaL_argcheck(L, count <= MAX_NAMES, 2, "too many names");
    const char **names = lua_newuserdatauv(L, (size_t)(count + 1) * sizeof *names, 0);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, 2, (lua_Integer)i + 1);
        names[i] = luaL_checkstring(L, -1); // the list keeps it alive
        lua_pop(L, 1);
    }
    lua_pushstring(L, dv_nearest_name(given, names, (size_t)count));
    return 1;
}

static const dv_library_module *part_named(const char *name) {
    for (size_t i = 0; i < dv_help_scripts_count; i++)
        if (strcmp(dv_help_scripts[i].name, name) == 0)
            return &dv_help_scripts[i];
    return NULL;
}

/// use(name) → a module of scripts/help, which gets `use` too. Upvalue 1 caches the modules.
static int use_library(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    if (lua_getfield(L, lua_upvalueindex(1), name) != LUA_TNIL)
        return 1;
    const dv_library_module *part = part_named(name);
    if (!part)
        return luaL_error(L, "no module %s", name);
    if (luaL_loadbufferx(L, part->source, part->size, name, "t") != LUA_OK)
        return lua_error(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, use_library, 1);
    lua_call(L, 1, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, lua_upvalueindex(1), name);
    return 1;
}

// The input of the pages

/// Push a list of { name, source }.
static void push_files(lua_State *L, const dv_library_module *files, size_t count) {
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        lua_pushstring(L, files[i].name);
        lua_setfield(L, -2, "name");
        lua_pushlstring(L, files[i].source, files[i].size);
        lua_setfield(L, -2, "source");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_help(lua_State *L, const dv_subcommand *command) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (out)
        dv_write_help(out, command);
    bool is_whole = out && fclose(out) == 0;
    lua_pushstring(L, is_whole ? text : NULL);
    free(text);
    if (!is_whole)
        luaL_error(L, "out of memory");
}

static void push_commands(lua_State *L, const dv_subcommand *const *known) {
    lua_newtable(L);
    for (size_t i = 0; known[i]; i++) {
        lua_createtable(L, 0, 2);
        lua_pushstring(L, known[i]->name);
        lua_setfield(L, -2, "name");
        push_help(L, known[i]);
        lua_setfield(L, -2, "text");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_core(lua_State *L, const dv_subcommand *const *known) {
    lua_newtable(L);
    lua_pushstring(L, dv_new_scenario_template("drover"));
    lua_setfield(L, -2, "stub");
    push_files(L, dv_library_scripts, dv_library_scripts_count);
    lua_setfield(L, -2, "modules");
    push_files(L, dv_help_examples, dv_help_examples_count);
    lua_setfield(L, -2, "examples");
    push_commands(L, known);
    lua_setfield(L, -2, "commands");
    lua_pushcfunction(L, push_nearest_name);
    lua_setfield(L, -2, "nearest");
}

static const char *function_for(const dv_options *options) {
    const dv_help_options *own = options->own;
    if (!own)
        return "behaviors";
    return !own->all ? "help" : own->format == DV_HELP_MARKDOWN ? "markdown" : "all";
}

/// Takes the options. Returns the text, or nil and a message.
static int make_text(lua_State *L) {
    const dv_options *options = lua_touserdata(L, 1);
    luaL_openlibs(L);
    lua_newtable(L);
    lua_pushcclosure(L, use_library, 1);
    lua_pushstring(L, "command");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, function_for(options));
    push_core(L, options->known);
    lua_pushstring(L, options->name);
    lua_call(L, 2, 2);
    return 2;
}

static int help(const dv_options *options) {
    lua_State *L = lua_newstate(reallocate_for_lua, NULL);
    if (!L) {
        fprintf(stderr, "drover: out of memory\n");
        return 1;
    }
    lua_pushcfunction(L, make_text);
    lua_pushlightuserdata(L, (void *)options);
    int status = lua_pcall(L, 1, 2, 0) == LUA_OK ? 0 : 1;
    if (status != 0) {
        fprintf(stderr, "drover: %s\n", lua_tostring(L, -1));
    } else if (lua_isnil(L, -2)) {
        fprintf(stderr, "drover: %s\n", lua_tostring(L, -1));
        status = options->own ? 1 : DV_BAD_USAGE;
    } else {
        fputs(lua_tostring(L, -2), stdout);
    }
    lua_close(L);
    return status;
}

static dv_result check(dv_reading *r) {
    const dv_help_options *own = r->options->own;
    const char *wrong = NULL;
    if (own->all && r->operand)
        wrong = "--all prints everything: leave out the NAME";
    else if (own->format == DV_HELP_MARKDOWN && !own->all)
        wrong = "--format md needs --all";
    return wrong ? dv_fail(r->error, DV_ERROR_ARGUMENT, "%s", wrong) : DV_OK;
}

static const dv_option rows[] = {
    {"all", NULL, "print everything", dv_take_flag, DV_INTO_OWN(dv_help_options, all)},
    {"format", "text|md", "with --all: as text, or as the document scripts/REFERENCE.md (text)",
     dv_take_choice, DV_INTO_OWN(dv_help_options, format)},
};

const dv_subcommand dv_subcommand_help = {
    .name = "help",
    .takes = "[NAME]",
    .title = "print what scripts can use, by topic or name",
    .help = "Print what scripts can use: the topics, or everything about a NAME, with an example. "
            "NAME is a topic (tick, colors), a name as scripts write it (agent:sees, kind.speed, "
            "steer.seek), or the last word of one (sees), which lists all its meanings.\n",
    DV_OPTIONS(rows),
    .notes = "Exit status: 0 fine; 1 nothing has that name, and the nearest names are printed; 2 "
             "bad usage.\n",
    .operand = offsetof(dv_options, name),
    .own_size = sizeof(dv_help_options),
    .check = check,
    .run = help,
};

const dv_subcommand dv_subcommand_behaviors = {
    .name = "behaviors",
    .takes = "[NAME]",
    .title = "print only behaviors, blends, guards, and bodies",
    .help = "Print every behavior, blend, guard, body property, and locomotion model with its "
            "parameters, units, ranges, defaults, and source, or one of them in full, as drover "
            "help does.\n",
    .notes = "Exit status: 0 fine; 2 nothing of them has that name, or bad usage.\n",
    .operand = offsetof(dv_options, name),
    .run = help,
};
