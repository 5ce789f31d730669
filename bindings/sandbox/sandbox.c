// The Lua state, its memory, and calls into it; see sandbox.h. sandbox_time.c stops calls, and
// standard*.c has the libraries that scripts get.
#include "sandbox/sandbox.h"

#include "sandbox/sandbox_private.h"
#include "syntax/syntax.h"

#include "base/alloc.h"
#include "base/result.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Keys in the registry that no script can make: the addresses of these.
static const char standard_key, anchors_key;

// Memory

// Whether the state would exceed its limit with `bytes`. Usually comparing with the cap is enough:
// what is outside only grows where dv_sandbox_take_outside sees it.
static bool is_over_limit(dv_sandbox *sandbox, size_t bytes) {
    const dv_sandbox_limit *limit = &sandbox->limit;
    if (bytes + sandbox->outside <= limit->cap)
        return false;
    sandbox->outside = limit->outside ? limit->outside(limit->context) : 0;
    uint64_t cap = limit->cap + (limit->extra ? limit->extra(limit->context) : 0);
    return bytes + sandbox->outside > cap;
}

/// Note where scripts are, because Lua's own error has no line, and nothing is left of the stack
/// when it is caught. Finding the line needs no memory, and Lua has kept the place of each function
/// up to date wherever an allocation may fail. Once the error has taken the functions off the
/// stack, Lua may be refused a smaller one.
static void note_refusal(dv_sandbox *sandbox) {
    char place[sizeof sandbox->refused_at];
    if (!sandbox->running)
        return;
    dv_sandbox_write_position(sandbox->running, place, sizeof place);
    if (*place)
        memcpy(sandbox->refused_at, place, sizeof place);
}

static void *reallocate_bounded(void *context, void *block, size_t old_size, size_t new_size) {
    dv_sandbox *sandbox = context;
    if (!block)
        old_size = 0; // for a new block, Lua passes the kind of object here
    if (new_size > old_size && is_over_limit(sandbox, sandbox->memory_used - old_size + new_size)) {
        sandbox->system_refused = false;
        note_refusal(sandbox);
        return NULL;
    }
    void *resized = dv_resize_known(block, old_size, new_size);
    if (!resized && new_size > old_size) {
        sandbox->system_refused = true;
        return NULL;
    }
    sandbox->memory_used = sandbox->memory_used - old_size + new_size;
    return resized;
}

size_t dv_sandbox_memory(const dv_sandbox *sandbox) { return sandbox->memory_used; }

dv_result dv_sandbox_take_outside(dv_sandbox *sandbox, uint64_t bytes, dv_error *error) {
    // Lua keeps some room, so that it can raise the message with its line.
    uint64_t wanted = bytes + sandbox->limit.cap / 64;
    if (is_over_limit(sandbox, sandbox->memory_used + wanted)) {
        lua_gc(sandbox->state, LUA_GCCOLLECT);
        if (is_over_limit(sandbox, sandbox->memory_used + wanted))
            return dv_fail(error, DV_ERROR_LIMIT, "%s", sandbox->memory_message);
    }
    sandbox->outside += bytes;
    return DV_OK;
}

// Tracebacks

static bool is_ours(const lua_Debug *frame) {
    return strncmp(frame->short_src, "<drover>/", 9) == 0;
}

void dv_sandbox_write_position(lua_State *L, char *text, size_t capacity) {
    lua_Debug frame;
    text[0] = 0;
    for (int level = 0; lua_getstack(L, level, &frame); level++) {
        lua_getinfo(L, "Sl", &frame);
        if (frame.currentline <= 0 || (is_ours(&frame) && *text))
            continue;
        snprintf(text, capacity, "%s:%d: ", frame.short_src, frame.currentline);
        if (!is_ours(&frame))
            return;
    }
}

static int count_levels(lua_State *L) {
    lua_Debug frame;
    int low = 0, high = 1;
    while (lua_getstack(L, high, &frame)) {
        low = high;
        high *= 2;
    }
    while (low < high) { // find the first level that does not exist
        int middle = low + (high - low) / 2;
        if (lua_getstack(L, middle, &frame))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int write_frame(char *text, size_t capacity, const lua_Debug *frame) {
    if (strcmp(frame->what, "main") == 0)
        return snprintf(text, capacity, "%s:%d: in main chunk\n", frame->short_src,
                        frame->currentline);
    if (frame->name)
        return snprintf(text, capacity, "%s:%d: in function '%s'\n", frame->short_src,
                        frame->currentline, frame->name);
    return snprintf(text, capacity, "%s:%d: in function <%s:%d>\n", frame->short_src,
                    frame->currentline, frame->short_src, frame->linedefined);
}

void dv_sandbox_keep_traceback(dv_sandbox *sandbox, lua_State *thread, const char *message) {
    // An error that is passed on keeps the traceback of where it was raised.
    if (strncmp(sandbox->failed_message, message, sizeof sandbox->failed_message - 1) == 0)
        return;
    snprintf(sandbox->failed_message, sizeof sandbox->failed_message, "%s", message);
    enum { FIRST = 12, LAST = 8 };
    int levels = count_levels(thread);
    size_t used = 0;
    sandbox->traceback[0] = 0;
    lua_Debug frame;
    for (int level = 0; lua_getstack(thread, level, &frame); level++) {
        size_t room = sizeof sandbox->traceback - used;
        int length = 0;
        if (level == FIRST && levels > FIRST + LAST) {
            level = levels - LAST;
            length = snprintf(sandbox->traceback + used, room, "...\n");
        } else {
            lua_getinfo(thread, "nSl", &frame);
            // Script authors do not look for faults in the engine's own checks.
            if (frame.currentline > 0 && !is_ours(&frame))
                length = write_frame(sandbox->traceback + used, room, &frame);
        }
        if ((size_t)length >= room) { // also if snprintf returned −1
            sandbox->traceback[used] = 0;
            break;
        }
        used += (size_t)length;
    }
    if (used)
        sandbox->traceback[used - 1] = 0; // the last newline
}

const char *dv_sandbox_traceback(const dv_sandbox *sandbox) { return sandbox->traceback; }

// Whether the message begins with "chunk:line:".
static bool has_position(const char *message) {
    const char *colon = strchr(message, ':');
    if (!colon || colon == message || !isdigit((unsigned char)colon[1]))
        return false;
    return colon[1 + strspn(colon + 1, "0123456789")] == ':';
}

static bool is_empty(lua_State *L, int table) {
    lua_pushnil(L);
    bool has_none = !lua_next(L, table);
    if (!has_none)
        lua_pop(L, 2);
    return has_none;
}

/// Turn the error value into text. Here, its line is still known.
static void make_text(lua_State *L) {
    int type = lua_type(L, 1);
    if (luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL || type == LUA_TNUMBER) {
        dv_sandbox_tostring(L, 1, NULL);
    } else {
        bool is_shown = type == LUA_TBOOLEAN || (type == LUA_TTABLE && !is_empty(L, 1));
        if (is_shown)
            dv_push_shown(L, 1);
        lua_pushfstring(L, "the script raised a %s value%s%s", luaL_typename(L, 1),
                        is_shown ? ": " : "", is_shown ? lua_tostring(L, -1) : "");
    }
    lua_replace(L, 1);
    lua_settop(L, 1);
}

int dv_sandbox_message_handler(lua_State *L) {
    if (lua_islightuserdata(L, 1)) // a signal of our own
        return 1;
    if (lua_type(L, 1) != LUA_TSTRING)
        make_text(L);
    const char *message = lua_tostring(L, 1);
    if (!has_position(message)) {
        char position[LUA_IDSIZE + 16];
        dv_sandbox_write_position(L, position, sizeof position);
        message = lua_pushfstring(L, "%s%s", position, message);
    }
    dv_sandbox_keep_traceback(dv_sandbox_of(L), L, message);
    return 1;
}

// The outermost handler: C reports only text.
static int make_message(lua_State *L) {
    if (lua_islightuserdata(L, 1))
        make_text(L);
    return dv_sandbox_message_handler(L);
}

// Calls

static dv_result report_status(dv_sandbox *sandbox, lua_State *L, int status, dv_error *error) {
    if (sandbox->stop_raised)
        return dv_fail(error, DV_ERROR_SCRIPT, "%s", sandbox->stop_message);
    if (status == LUA_ERRMEM) {
        sandbox->traceback[0] = 0;
        if (sandbox->system_refused)
            return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return dv_fail(error, DV_ERROR_SCRIPT, "%s%s", sandbox->refused_at,
                       sandbox->memory_message);
    }
    // It is a string: make_message turns every error value into one, and Lua's own messages are
    // strings.
    return dv_fail(error, DV_ERROR_SCRIPT, "%s", lua_tostring(L, -1));
}

// Call with the handler at stack index `base`, and the function and its arguments above it.
static dv_result call_handled(lua_State *L, int base, int arguments, int results, double seconds,
                              dv_error *error) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    if (!lua_checkstack(L, LUA_MINSTACK)) {
        lua_settop(L, base - 1);
        return dv_fail(error, DV_ERROR_SCRIPT, "stack overflow");
    }
    dv_result result = dv_sandbox_begin_call(sandbox, seconds, error);
    if (result != DV_OK) {
        lua_settop(L, base - 1);
        return result;
    }
    lua_State *outer = sandbox->running;
    bool was_paused = sandbox->deadline.paused;
    sandbox->deadline.paused = false;
    sandbox->running = L;
    int status = lua_pcall(L, arguments, results, base);
    sandbox->running = outer;
    sandbox->deadline.paused = was_paused;
    dv_sandbox_end_call(sandbox, L);
    if (status == LUA_OK && !sandbox->stop_raised)
        return DV_OK;
    result = report_status(sandbox, L, status, error);
    lua_settop(L, base - 1);
    return result;
}

void dv_sandbox_push_handler(dv_sandbox *sandbox) {
    lua_pushcfunction(sandbox->state, make_message);
}

dv_result dv_sandbox_call_handled(dv_sandbox *sandbox, int arguments, int results, double seconds,
                                  dv_error *error) {
    int base = lua_gettop(sandbox->state) - arguments - 1;
    return call_handled(sandbox->state, base, arguments, results, seconds, error);
}

dv_result dv_sandbox_call_on(lua_State *L, int arguments, int results, double seconds,
                             dv_error *error) {
    int base = lua_gettop(L) - arguments;
    if (!lua_checkstack(L, 1)) {
        lua_settop(L, base - 1);
        return dv_fail(error, DV_ERROR_SCRIPT, "stack overflow");
    }
    lua_pushcfunction(L, make_message);
    lua_insert(L, base);
    dv_result result = call_handled(L, base, arguments, results, seconds, error);
    if (result == DV_OK)
        lua_remove(L, base);
    return result;
}

dv_result dv_sandbox_call(dv_sandbox *sandbox, int arguments, int results, double seconds,
                          dv_error *error) {
    return dv_sandbox_call_on(sandbox->state, arguments, results, seconds, error);
}

// Environments

static int refuse_global(lua_State *L) {
    const char *name = dv_sandbox_tostring(L, 2, NULL);
    return luaL_error(L, "assigning the global '%s': use local", name);
}

static void copy_fields(lua_State *L, int from, int to) {
    lua_pushnil(L);
    while (lua_next(L, from)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, to);
    }
}

// Each environment has its own copies of the library tables. They are plain tables, so reading is
// fast, and a module that changes one misleads only itself.
static void push_own_library(lua_State *L) {
    lua_newtable(L);
    int own = lua_gettop(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &standard_key);
    copy_fields(L, own + 1, own);
    lua_pushnil(L);
    while (lua_next(L, own + 1)) {
        if (lua_istable(L, -1)) {
            lua_pushvalue(L, -2);
            lua_newtable(L);
            copy_fields(L, own + 3, own + 5);
            lua_rawset(L, own);
        }
        lua_settop(L, own + 2);
    }
    lua_settop(L, own);
}

void dv_sandbox_push_environment(lua_State *L) {
    luaL_checkstack(L, 12, NULL);
    push_own_library(L);
    lua_insert(L, -2);
    lua_setfield(L, -2, "require");
    dv_refuse_unknown_globals(L);
    lua_pushcfunction(L, refuse_global);
    dv_push_stand_in(L);
}

bool dv_sandbox_has_global(lua_State *L, const char *name, size_t length) {
    int top = lua_gettop(L);
    luaL_checkstack(L, 4, NULL);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &standard_key);
    const char *text = lua_pushlstring(L, name, length);
    bool found = dv_is_absent_global(text);
    found |= lua_rawget(L, -2) != LUA_TNIL;
    lua_settop(L, top);
    return found;
}

/// For a source that is nested too deeply, Lua names the line that loads it instead of a line in
/// it. Name the deepest line of the source. If memory runs out while finding it, Lua's message
/// stays.
static void name_deepest_line(lua_State *L, const char *source, size_t size, const char *chunk) {
    dv_syntax tree;
    if (!strstr(lua_tostring(L, -1), "C stack overflow"))
        return;
    dv_result result = dv_syntax_parse(&tree, source, size, NULL);
    uint32_t line = tree.deepest_line;
    dv_syntax_free(&tree);
    if (result != DV_ERROR_MEMORY)
        lua_pushfstring(L, "%s:%d: blocks and expressions are nested too deeply", chunk, (int)line);
}

void dv_sandbox_load(lua_State *L, const char *source, size_t size, const char *chunk) {
    if (size > 0 && source[0] == LUA_SIGNATURE[0])
        luaL_error(L, "%s is bytecode, not Lua source", chunk);
    size_t start = dv_source_start(source, size);
    lua_pushfstring(L, "@%s", chunk);
    if (luaL_loadbufferx(L, source + start, size - start, lua_tostring(L, -1), "t") != LUA_OK) {
        name_deepest_line(L, source, size, chunk);
        lua_error(L);
    }
    lua_remove(L, -2);
    lua_insert(L, -2);
    lua_setupvalue(L, -2, 1);
}

// Creating and destroying

// Lets Lua's own messages about bad arguments find the names of functions that C calls.
static void name_functions(lua_State *L, int library) {
    lua_newtable(L);
    copy_fields(L, library, lua_gettop(L));
    lua_pushvalue(L, library);
    lua_setfield(L, -2, LUA_GNAME);
    lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

// The garbage collector takes a step each time this many bytes, as a power of two, have been
// allocated. With Lua's default of 8 KiB, a step took up to 3 ms with the memory of 20,000 agents.
#define BYTES_PER_STEP 10

static int set_up(lua_State *L) {
    lua_gc(L, LUA_GCINC, 0, 0, BYTES_PER_STEP);
    dv_push_standard_library(L);
    name_functions(L, lua_gettop(L));
    lua_rawsetp(L, LUA_REGISTRYINDEX, &standard_key);
    // Anchor the messages that are needed when there may be no memory to create them.
    lua_newtable(L);
    lua_pushliteral(L, "error in error handling");
    lua_rawseti(L, -2, 1);
    lua_pushstring(L, dv_sandbox_of(L)->memory_message);
    lua_rawseti(L, -2, 2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &anchors_key);
    return 0;
}

void dv_sandbox_push_memory_message(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &anchors_key);
    lua_rawgeti(L, -1, 2);
    lua_remove(L, -2);
}

void dv_sandbox_check_memory(lua_State *L) {
    dv_sandbox *sandbox = dv_sandbox_of(L);
    size_t spare = sandbox->limit.cap / 16;
    if (!is_over_limit(sandbox, sandbox->memory_used + spare))
        return;
    lua_gc(L, LUA_GCCOLLECT);
    if (!is_over_limit(sandbox, sandbox->memory_used + spare))
        return;
    luaL_checkstack(L, 4, NULL);
    dv_sandbox_push_memory_message(L);
    lua_error(L);
}

dv_sandbox *dv_sandbox_create(size_t memory_cap, dv_error *error) {
    dv_sandbox_limit limit = {.cap = memory_cap};
    return dv_sandbox_create_within(&limit, error);
}

static void write_memory_message(dv_sandbox *sandbox) {
    char cap[32];
    snprintf(cap, sizeof cap, "%zu MiB", sandbox->limit.cap >> 20);
    snprintf(sandbox->memory_message, sizeof sandbox->memory_message,
             "out of memory: scripts may use at most %s",
             sandbox->limit.text ? sandbox->limit.text : cap);
}

dv_sandbox *dv_sandbox_create_within(const dv_sandbox_limit *limit, dv_error *error) {
    dv_sandbox *sandbox = dv_alloc(sizeof *sandbox);
    if (!sandbox) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    sandbox->limit = *limit;
    write_memory_message(sandbox);
    sandbox->limit.text = NULL; // it belongs to the caller
    lua_State *L = lua_newstate(reallocate_bounded, sandbox);
    if (!L) {
        bool refused = sandbox->system_refused;
        dv_fail(error, DV_ERROR_MEMORY, "%s", refused ? "out of memory" : sandbox->memory_message);
        dv_free(sandbox);
        return NULL;
    }
    *(dv_sandbox **)lua_getextraspace(L) = sandbox;
    sandbox->state = sandbox->running = L;
    dv_sandbox_begin_budget(sandbox, HUGE_VAL);
    lua_pushcfunction(L, set_up);
    if (dv_sandbox_call(sandbox, 0, 0, HUGE_VAL, error) != DV_OK) {
        dv_sandbox_destroy(sandbox);
        return NULL;
    }
    return sandbox;
}

void dv_sandbox_destroy(dv_sandbox *sandbox) {
    if (!sandbox)
        return;
    lua_close(sandbox->state);
    dv_free(sandbox);
}

lua_State *dv_sandbox_state(dv_sandbox *sandbox) { return sandbox->state; }

void dv_sandbox_set_owner(dv_sandbox *sandbox, void *owner) { sandbox->front.owner = owner; }

void dv_sandbox_set_print(dv_sandbox *sandbox, dv_sandbox_print *print, void *context) {
    sandbox->print = print;
    sandbox->print_context = context;
}

void dv_sandbox_set_random(dv_sandbox *sandbox, dv_sandbox_random *random, void *context) {
    sandbox->random = random;
    sandbox->random_context = context;
}
