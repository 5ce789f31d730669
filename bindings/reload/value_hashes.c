// Hashes of what Lua values hold; see value_hashes.h.
//
// All that the values lead to is read into a graph first: a node for each table, function, and
// userdata, whose edges have labels such as the hash of a table's key. Numbers and strings are part
// of their node. Then nodes get hashes, those that others lead to first (Tarjan's strongly
// connected components). Within a cycle no node is first. There, each node takes a few rounds to
// learn of its neighbors, and the sum over all of the cycle joins its hash, so that the hash does
// not depend on where the graph was entered.
#include "reload/value_hashes.h"

#include "building.h"
#include "calls/mods.h"
#include "classes/class_names.h"
#include "classes/handles.h"
#include "classes/image.h"
#include "classes/vector.h"
#include "data/geometry.h"
#include "reload/coverage.h"
#include "scenario_data.h"
#include "values.h"

#include "base/hash.h"

#include <lauxlib.h>
#include <string.h>

/// Among values that lead to themselves, a difference that is more references away is not seen.
#define ROUNDS 64

typedef struct edge {
    uint64_t label;
    uint32_t node;
} edge;

typedef struct node {
    uint64_t sum; ///< over its plain parts, then also over edges to nodes that have their hash
    uint64_t hash, next_hash;
    uint32_t edges, end; ///< from `edges` to before `end`
    uint32_t next;       ///< the edge to follow next
    uint32_t order, low; ///< as Tarjan has them; order 0: not visited
    bool is_closed;      ///< its component is known
    bool is_done;        ///< it has its hash: it leads to no cycle
} node;

/// The arrays are in userdata at these stack indices, so that an error frees them.
enum { VALUES = 1, SEEN, OBJECTS, NODES, EDGES };

typedef struct graph {
    lua_State *L;
    node *nodes;
    edge *edges;
    uint32_t node_count, node_capacity, edge_count, edge_capacity;
    uint32_t reading;   ///< the node of the userdata that is being read
    uint64_t callbacks; ///< met in it so far
} graph;

static uint64_t of_text(const char *text) { return dv_hash_bytes(text, strlen(text)); }

uint64_t dv_hash_plain(lua_State *L, int index) {
    size_t size;
    if (lua_type(L, index) == LUA_TBOOLEAN)
        return (uint64_t)lua_toboolean(L, index);
    if (lua_type(L, index) == LUA_TNUMBER) {
        int is_whole;
        lua_Integer whole = lua_tointegerx(L, index, &is_whole);
        lua_Number number = lua_tonumber(L, index);
        return is_whole ? (uint64_t)whole : dv_hash_bytes(&number, sizeof number);
    }
    if (lua_type(L, index) != LUA_TSTRING)
        return 0;
    const char *text = lua_tolstring(L, index, &size);
    return dv_hash_bytes(text, size);
}

uint64_t dv_hash_userdata(lua_State *L, int index, const dv_host_code *code) {
    double point[3];
    dv_steering *steering = dv_to_steering(L, index);
    dv_guard *guard = steering ? NULL : dv_to_guard(L, index);
    if (steering)
        return dv_steering_fingerprint(steering, code);
    if (guard)
        return dv_guard_fingerprint(guard, code);
    if (dv_to_stress(L, index))
        return dv_stress_fingerprint(dv_to_stress(L, index), code);
    if (dv_to_setting(L, index))
        return of_text(dv_to_setting(L, index));
    if (dv_to_image(L, index))
        return dv_to_image(L, index)->hash;
    if (luaL_testudata(L, index, DV_VECTOR_CLASS) && dv_to_point(L, index, point))
        return dv_hash_bytes(point, sizeof point);
    return of_text(dv_type_name(L, index));
}

// Reading

/// Make room in the array in the userdata at `place` for one more.
static void *with_room(lua_State *L, int place, uint32_t count, uint32_t *capacity, size_t size) {
    if (count == *capacity) {
        uint32_t wanted = *capacity ? 2 * *capacity : 256;
        void *more = lua_newuserdatauv(L, wanted * size, 0);
        if (count > 0)
            memcpy(more, lua_touserdata(L, place), count * size);
        lua_replace(L, place);
        *capacity = wanted;
    }
    return lua_touserdata(L, place);
}

/// If the function at the top is a mod's in the place of another, replace it by the mod's own.
static void resolve_replacement(lua_State *L) {
    int top = lua_gettop(L);
    while (lua_isfunction(L, top) && dv_push_wrapped(L)) {
        bool is_replacement = strcmp(lua_getupvalue(L, top, 1), "new") == 0;
        if (is_replacement)
            lua_replace(L, top);
        lua_settop(L, top);
        if (!is_replacement)
            return;
    }
}

static uint32_t add_node(graph *g) {
    g->nodes = with_room(g->L, NODES, g->node_count, &g->node_capacity, sizeof *g->nodes);
    g->nodes[g->node_count] = (node){0};
    return g->node_count++;
}

/// The number of the node of the object at the top, from 0. It is read later if it is new.
static uint32_t number_of(graph *g) {
    lua_State *L = g->L;
    lua_pushvalue(L, -1);
    uint32_t number;
    if (lua_rawget(L, SEEN) == LUA_TNUMBER) {
        number = (uint32_t)lua_tointeger(L, -1);
    } else {
        number = add_node(g);
        lua_pushvalue(L, -2);
        lua_pushinteger(L, number);
        lua_rawset(L, SEEN);
        lua_pushvalue(L, -2);
        lua_rawseti(L, OBJECTS, (lua_Integer)number + 1);
    }
    lua_pop(L, 1);
    return number;
}

/// Add the value at the top, which is popped, to the node that is being read.
static void add_value(graph *g, uint32_t from, uint64_t label) {
    lua_State *L = g->L;
    resolve_replacement(L);
    int type = lua_type(L, -1);
    label = dv_hash_join(label, (uint64_t)type);
    if (type == LUA_TLIGHTUSERDATA) {
        g->nodes[from].sum += dv_hash_join(label, (uint64_t)(uintptr_t)lua_touserdata(L, -1));
    } else if (type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA) {
        uint32_t to = number_of(g);
        g->edges = with_room(L, EDGES, g->edge_count, &g->edge_capacity, sizeof *g->edges);
        g->edges[g->edge_count++] = (edge){label, to};
    } else {
        g->nodes[from].sum += dv_hash_join(label, dv_hash_plain(L, lua_gettop(L)));
    }
    lua_pop(L, 1);
}

/// Whether the value at the top is the place of a definition in a script, which messages name.
static bool is_place(lua_State *L, const char *name) {
    return strcmp(name, "where") == 0 && lua_type(L, -1) == LUA_TSTRING &&
           strstr(lua_tostring(L, -1), ".lua:");
}

static void read_table(graph *g, uint32_t from, int table) {
    lua_State *L = g->L;
    if (lua_getmetatable(L, table))
        add_value(g, from, of_text("metatable"));
    lua_pushnil(L);
    while (lua_next(L, table)) {
        int key = lua_gettop(L) - 1;
        bool is_text = lua_type(L, key) == LUA_TSTRING;
        uint64_t label = dv_hash_join((uint64_t)lua_type(L, key), dv_hash_plain(L, key));
        dv_sandbox_check(L);
        if (is_text && is_place(L, lua_tostring(L, key))) {
            lua_pop(L, 1);
            continue;
        }
        add_value(g, from, label);
        if (!is_text && lua_type(L, key) != LUA_TNUMBER) {
            lua_pushvalue(L, key);
            add_value(g, from, of_text("key"));
        }
    }
}

static void read_upvalues(graph *g, uint32_t from, int function) {
    lua_State *L = g->L;
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, function, i)); i++) {
        // Only the engine's pointers and strings tell two closures of one C function apart.
        bool is_left_out = lua_iscfunction(L, function)
                               ? lua_type(L, -1) != LUA_TLIGHTUSERDATA && !lua_isstring(L, -1)
                               : is_place(L, name);
        if (is_left_out)
            lua_pop(L, 1);
        else
            add_value(g, from, (uint64_t)i);
    }
}

static void read_function(graph *g, uint32_t from, int function) {
    lua_State *L = g->L;
    lua_Debug info;
    lua_pushvalue(L, function);
    if (dv_push_wrapped(L)) {
        g->nodes[from].sum = of_text("wrap");
        add_value(g, from, of_text("before"));
        add_value(g, from, of_text("with"));
        return;
    }
    lua_settop(L, function);
    lua_pushvalue(L, function);
    lua_getinfo(L, ">S", &info);
    uint64_t place = dv_hash_join(of_text(info.source), (uint64_t)info.linedefined);
    g->nodes[from].sum = lua_iscfunction(L, function)
                             ? (uint64_t)(uintptr_t)lua_tocfunction(L, function)
                             : dv_hash_join(place, dv_hash_function(L, function));
    read_upvalues(g, from, function);
}

/// Add the function of a custom behavior, guard, or stress behavior to the node that is being read.
static uint64_t read_callback(void *context, int32_t callback) {
    graph *g = context;
    lua_State *L = g->L;
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->callbacks);
    lua_rawgeti(L, -1, callback);
    lua_remove(L, -2);
    add_value(g, g->reading, dv_hash_join(of_text("callback"), ++g->callbacks));
    return 0;
}

static void read_userdata(graph *g, uint32_t from, int userdata) {
    lua_State *L = g->L;
    const dv_host_code code = {read_callback, g};
    g->reading = from;
    g->callbacks = 0;
    uint64_t own = dv_hash_userdata(L, userdata, &code);
    // Data of files does not change, so what is another object is another one.
    if (luaL_testudata(L, userdata, DV_GEOMETRY_CLASS))
        own = dv_hash_join(own, (uint64_t)(uintptr_t)lua_touserdata(L, userdata));
    g->nodes[from].sum += own;
    // What behaviors and guards are made of counts already.
    if (dv_to_steering(L, userdata) || dv_to_guard(L, userdata))
        return;
    for (int i = 1; lua_getiuservalue(L, userdata, i) != LUA_TNONE; i++)
        add_value(g, from, (uint64_t)i);
}

/// Read the object of a node, whose edges then follow each other.
static void read_node(graph *g, uint32_t number) {
    lua_State *L = g->L;
    g->nodes[number].edges = g->nodes[number].next = g->edge_count;
    lua_rawgeti(L, OBJECTS, (lua_Integer)number + 1);
    int object = lua_gettop(L);
    if (lua_istable(L, object))
        read_table(g, number, object);
    else if (lua_isfunction(L, object))
        read_function(g, number, object);
    else
        read_userdata(g, number, object);
    lua_settop(L, object - 1);
    g->nodes[number].end = g->edge_count;
}

// Hashing

/// The sum over the edges of a node that lead to nodes that have their hash, or to the others.
static uint64_t sum_of_edges(const graph *g, const node *n, bool are_done) {
    uint64_t sum = 0;
    for (uint32_t i = n->edges; i < n->end; i++) {
        const node *to = &g->nodes[g->edges[i].node];
        if (to->is_done == are_done)
            sum += dv_hash_join(g->edges[i].label, to->hash);
    }
    return sum;
}

/// Close a component. If it is one node that leads to no cycle, hash it.
static void close_component(graph *g, const uint32_t *members, uint32_t count) {
    node *first = &g->nodes[members[0]];
    bool is_done = count == 1;
    for (uint32_t i = first->edges; i < first->end; i++)
        is_done = is_done && g->nodes[g->edges[i].node].is_done;
    for (uint32_t i = 0; i < count; i++)
        g->nodes[members[i]].is_closed = true;
    if (is_done)
        first->hash = dv_hash_join(first->sum, sum_of_edges(g, first, true));
    first->is_done = is_done;
}

/// Tarjan's walk from a node. `path` is the way to the node that is looked at, and `open` has what
/// was visited and belongs to no component so far; both have room for all nodes.
static void hash_from(graph *g, uint32_t start, uint32_t *path, uint32_t *open, uint32_t *visited) {
    uint32_t depth = 0, open_count = 0;
    for (uint32_t at = start;;) {
        node *n = &g->nodes[at];
        if (n->order == 0) {
            n->order = n->low = ++*visited;
            path[depth++] = open[open_count++] = at;
        }
        if (n->next < n->end) {
            const node *to = &g->nodes[g->edges[n->next].node];
            if (to->order == 0) {
                at = g->edges[n->next].node; // and then this edge again
                continue;
            }
            if (!to->is_closed && to->low < n->low)
                n->low = to->low;
            n->next++;
            continue;
        }
        if (n->low == n->order) {
            uint32_t first = open_count;
            while (open[first - 1] != at)
                first--;
            close_component(g, open + first - 1, open_count - first + 1);
            open_count = first - 1;
        }
        if (--depth == 0)
            return;
        at = path[depth - 1];
    }
}

/// Hash the nodes that lead to cycles.
static void hash_cycles(graph *g) {
    for (uint32_t i = 0; i < g->node_count; i++) {
        node *n = &g->nodes[i];
        if (!n->is_done)
            n->sum += sum_of_edges(g, n, true);
    }
    for (int round = 0; round < ROUNDS; round++) {
        dv_sandbox_check(g->L);
        for (uint32_t i = 0; i < g->node_count; i++)
            if (!g->nodes[i].is_done)
                g->nodes[i].next_hash =
                    dv_hash_join(g->nodes[i].sum, sum_of_edges(g, &g->nodes[i], false));
        for (uint32_t i = 0; i < g->node_count; i++)
            if (!g->nodes[i].is_done)
                g->nodes[i].hash = g->nodes[i].next_hash;
    }
}

int dv_hash_values(lua_State *L) {
    graph g = {.L = L};
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_settop(L, VALUES);
    for (int place = SEEN; place <= EDGES; place++)
        lua_newtable(L);
    dv_sandbox_pause(L); // what scripts may have in memory bounds the work
    // The first nodes are the values themselves.
    uint32_t count = (uint32_t)lua_rawlen(L, VALUES);
    for (uint32_t i = 0; i < count; i++)
        add_node(&g);
    for (uint32_t i = 0; i < count; i++) {
        g.nodes[i].edges = g.nodes[i].next = g.edge_count;
        lua_rawgeti(L, VALUES, (lua_Integer)i + 1);
        add_value(&g, i, 0);
        g.nodes[i].end = g.edge_count;
    }
    for (uint32_t i = count; i < g.node_count; i++)
        read_node(&g, i);
    uint32_t visited = 0;
    uint32_t *path = lua_newuserdatauv(L, (g.node_count + 1) * sizeof *path, 0);
    uint32_t *open = lua_newuserdatauv(L, (g.node_count + 1) * sizeof *open, 0);
    for (uint32_t i = 0; i < count; i++)
        hash_from(&g, i, path, open, &visited);
    hash_cycles(&g);
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        lua_pushinteger(L, (lua_Integer)g.nodes[i].hash);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    dv_sandbox_resume(L);
    return 1;
}
