#include "world/limbo.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/// Beyond this many nodes, or DV_MAX_DROPPED bytes, the oldest nodes are deleted.
#define MAX_NODES 32
#define MAX_TRIES 1000 ///< renames that one search for a name may follow

#define WORLD_BITS (((1ull << DV_HANDLE_WORLD_BITS) - 1) << 46)

#define USED_UP UINT32_MAX

typedef struct row {
    uint64_t handle; ///< without the bits of its world
    uint32_t offset,
        size; ///< size USED_UP: what earlier nodes have was restored, or is out of date
} row;

typedef struct column {
    dv_dropped what; ///< the node owns its name
    row *rows;       ///< sorted by handle once the node is committed
    uint32_t count, capacity;
} column;

typedef struct node {
    uint32_t references;
    uint32_t number, before; ///< `before` is the number of the parent; 0: none
    column *columns;
    uint32_t column_count, column_capacity;
    unsigned char *bytes;
    uint32_t size, capacity;
    dv_arena names;
    dv_rename *renames;
    uint32_t rename_count, rename_capacity;
} node;

struct dv_limbo {
    node **nodes; ///< sorted by number
    uint32_t count, capacity;
    uint32_t current, last; ///< numbers; 0: none
    node *pending;          ///< begun and not committed; NULL: nothing was added yet
};

// Nodes

static void release_node(node *n) {
    if (!n || --n->references > 0)
        return;
    for (uint32_t i = 0; i < n->column_count; i++)
        dv_free(n->columns[i].rows);
    dv_free(n->columns);
    dv_free(n->bytes);
    dv_free(n->renames);
    dv_arena_free(&n->names);
    dv_free(n);
}

static const node *find_node(const dv_limbo *limbo, uint32_t number) {
    for (uint32_t i = limbo->count; number > 0 && i > 0; i--)
        if (limbo->nodes[i - 1]->number == number)
            return limbo->nodes[i - 1];
    return NULL;
}

static size_t size_of(const node *n) {
    size_t size = n->size;
    for (uint32_t i = 0; i < n->column_count; i++)
        size += n->columns[i].count * sizeof(row);
    return size;
}

static void forget_oldest(dv_limbo *limbo) {
    release_node(limbo->nodes[0]);
    limbo->count--;
    memmove(limbo->nodes, limbo->nodes + 1, limbo->count * sizeof *limbo->nodes);
}

static void hold_to_budget(dv_limbo *limbo) {
    size_t size = 0;
    for (uint32_t i = 0; i < limbo->count; i++)
        size += size_of(limbo->nodes[i]);
    while (limbo->count > 1 && (limbo->count > MAX_NODES || size > DV_MAX_DROPPED)) {
        size -= size_of(limbo->nodes[0]);
        forget_oldest(limbo);
    }
}

// Creating, copying, and destroying

dv_limbo *dv_limbo_create(void) { return dv_alloc(sizeof(dv_limbo)); }

dv_limbo *dv_limbo_copy(const dv_limbo *limbo) {
    dv_limbo *copy = dv_limbo_create();
    if (!copy || !dv_reserve((void **)&copy->nodes, &copy->capacity, limbo->count + 1,
                             sizeof *copy->nodes)) {
        dv_limbo_destroy(copy);
        return NULL;
    }
    for (uint32_t i = 0; i < limbo->count; i++) {
        copy->nodes[copy->count++] = limbo->nodes[i];
        limbo->nodes[i]->references++;
    }
    copy->current = limbo->current;
    copy->last = limbo->last;
    return copy;
}

void dv_limbo_destroy(dv_limbo *limbo) {
    if (!limbo)
        return;
    for (uint32_t i = 0; i < limbo->count; i++)
        release_node(limbo->nodes[i]);
    release_node(limbo->pending);
    dv_free(limbo->nodes);
    dv_free(limbo);
}

uint32_t dv_limbo_mark(const dv_limbo *limbo) { return limbo->current; }

void dv_limbo_return_to(dv_limbo *limbo, uint32_t mark) {
    if (mark == 0 || find_node(limbo, mark))
        limbo->current = mark;
}

void dv_limbo_forget_later(dv_limbo *limbo) {
    while (limbo->count > 0 && limbo->nodes[limbo->count - 1]->number > limbo->current)
        release_node(limbo->nodes[--limbo->count]);
}

// Adding

void dv_limbo_begin(dv_limbo *limbo) {
    release_node(limbo->pending);
    limbo->pending = NULL;
}

static node *pending_node(dv_limbo *limbo) {
    if (!limbo->pending && (limbo->pending = dv_alloc(sizeof *limbo->pending)))
        limbo->pending->references = 1;
    return limbo->pending;
}

static bool is_of(const column *c, const dv_dropped *what) {
    return c->what.part == what->part && c->what.type == what->type &&
           strcmp(c->what.name, what->name) == 0;
}

static column *column_of(node *n, const dv_dropped *what) {
    for (uint32_t i = 0; i < n->column_count; i++)
        if (is_of(&n->columns[i], what))
            return &n->columns[i];
    if (!dv_reserve((void **)&n->columns, &n->column_capacity, n->column_count + 1,
                    sizeof *n->columns))
        return NULL;
    column *c = &n->columns[n->column_count];
    *c = (column){.what = *what};
    c->what.name = dv_arena_copy_string(&n->names, what->name);
    n->column_count += c->what.name != NULL;
    return c->what.name ? c : NULL;
}

/// Add a row to the node that was begun. NULL when out of memory.
static row *add_row(dv_limbo *limbo, const dv_dropped *dropped, uint64_t handle) {
    node *n = pending_node(limbo);
    column *c = n ? column_of(n, dropped) : NULL;
    if (!c || !dv_reserve((void **)&c->rows, &c->capacity, c->count + 1, sizeof *c->rows))
        return NULL;
    c->rows[c->count] = (row){handle & ~WORLD_BITS, n->size, USED_UP};
    return &c->rows[c->count++];
}

bool dv_limbo_put(dv_limbo *limbo, dv_dropped dropped, uint64_t handle, const void *bytes,
                  size_t size) {
    row *added = add_row(limbo, &dropped, handle);
    node *n = limbo->pending;
    if (added && (size > DV_MAX_DROPPED || n->size > DV_MAX_DROPPED))
        return true; // beyond the limit for all nodes: not stored
    if (!added || !dv_reserve((void **)&n->bytes, &n->capacity, n->size + (uint32_t)size + 1, 1))
        return false;
    added->size = (uint32_t)size;
    if (size > 0)
        memcpy(n->bytes + n->size, bytes, size);
    n->size += (uint32_t)size;
    return true;
}

bool dv_limbo_use_up(dv_limbo *limbo, dv_dropped dropped, uint64_t handle) {
    return add_row(limbo, &dropped, handle);
}

static bool is_same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static bool knows_rename(const dv_limbo *limbo, const dv_rename *rename) {
    for (const node *n = find_node(limbo, limbo->current); n; n = find_node(limbo, n->before))
        for (uint32_t i = 0; i < n->rename_count; i++) {
            const dv_rename *r = &n->renames[i];
            if (r->family == rename->family && is_same(r->kind, rename->kind) &&
                is_same(r->name, rename->name) && is_same(r->before, rename->before))
                return true;
        }
    return false;
}

static bool add_rename(dv_limbo *limbo, const dv_rename *rename) {
    node *n = pending_node(limbo);
    if (!n || !dv_reserve((void **)&n->renames, &n->rename_capacity, n->rename_count + 1,
                          sizeof *n->renames))
        return false;
    dv_rename copy = {.family = rename->family,
                      .name = dv_arena_copy_string(&n->names, rename->name),
                      .before = dv_arena_copy_string(&n->names, rename->before)};
    if (rename->kind)
        copy.kind = dv_arena_copy_string(&n->names, rename->kind);
    if (!copy.name || !copy.before || (rename->kind && !copy.kind))
        return false;
    n->renames[n->rename_count++] = copy;
    return true;
}

bool dv_limbo_prepare(dv_limbo *limbo, const dv_program *program) {
    for (uint32_t i = 0; i < program->rename_count; i++)
        if (!knows_rename(limbo, &program->renames[i]) && !add_rename(limbo, &program->renames[i]))
            return false;
    return dv_reserve((void **)&limbo->nodes, &limbo->capacity, limbo->count + 1,
                      sizeof *limbo->nodes);
}

/// Release the memory that a node's arrays reserved for growth.
static void trim_node(node *n) {
    for (uint32_t i = 0; i < n->column_count; i++) {
        column *c = &n->columns[i];
        dv_trim((void **)&c->rows, &c->capacity, c->count, sizeof *c->rows);
    }
    dv_trim((void **)&n->columns, &n->column_capacity, n->column_count, sizeof *n->columns);
    dv_trim((void **)&n->renames, &n->rename_capacity, n->rename_count, sizeof *n->renames);
    dv_trim((void **)&n->bytes, &n->capacity, n->size, 1);
}

static int by_handle(const void *a, const void *b) {
    uint64_t first = ((const row *)a)->handle, second = ((const row *)b)->handle;
    return (first > second) - (first < second);
}

void dv_limbo_commit(dv_limbo *limbo) {
    node *n = limbo->pending;
    if (!n)
        return;
    limbo->pending = NULL;
    for (uint32_t i = 0; i < n->column_count; i++)
        if (n->columns[i].count > 0)
            qsort(n->columns[i].rows, n->columns[i].count, sizeof(row), by_handle);
    trim_node(n);
    n->before = limbo->current;
    n->number = limbo->current = ++limbo->last;
    limbo->nodes[limbo->count++] = n;
    hold_to_budget(limbo);
}

// Finding

static const row *find_row(const column *c, uint64_t handle) {
    const row wanted = {.handle = handle & ~WORLD_BITS};
    return c->count > 0 ? bsearch(&wanted, c->rows, c->count, sizeof(row), by_handle) : NULL;
}

static const row *row_of(const node *n, const dv_dropped *what, uint64_t handle) {
    for (uint32_t i = 0; i < n->column_count; i++)
        if (is_of(&n->columns[i], what))
            return find_row(&n->columns[i], handle);
    return NULL;
}

const void *dv_limbo_get(const dv_limbo *limbo, dv_dropped dropped, uint64_t handle, size_t *size) {
    for (const node *n = find_node(limbo, limbo->current); n; n = find_node(limbo, n->before)) {
        const row *found = row_of(n, &dropped, handle);
        if (found) {
            *size = found->size;
            return found->size == USED_UP ? NULL : n->bytes + found->offset;
        }
    }
    return NULL;
}

static bool is_about(const dv_rename *r, dv_family family, const char *const kinds[2],
                     const char *name) {
    return r->family == family && is_same(r->name, name) &&
           (!r->kind || is_same(r->kind, kinds[0]) || is_same(r->kind, kinds[1]));
}

static int32_t find_before(const dv_limbo *limbo, const dv_program *program, dv_family family,
                           const char *const kinds[2], const char *name, bool *is_removed,
                           int *tries) {
    int32_t found = dv_program_find_after(program, family, kinds[1], name, is_removed);
    const node *n = find_node(limbo, limbo->current);
    for (; found == DV_GONE && n; n = find_node(limbo, n->before))
        for (uint32_t i = n->rename_count; found == DV_GONE && i > 0; i--)
            if (is_about(&n->renames[i - 1], family, kinds, name) && --*tries > 0)
                found = find_before(limbo, program, family, kinds, n->renames[i - 1].before,
                                    is_removed, tries);
    return found;
}

int32_t dv_limbo_after(const dv_limbo *limbo, const dv_program *program, dv_family family,
                       const char *const kinds[2], const char *name, bool *is_removed) {
    int tries = MAX_TRIES;
    bool ignored;
    return find_before(limbo, program, family, kinds, name, is_removed ? is_removed : &ignored,
                       &tries);
}

// Former names

enum { REMOVED, RENAMED, BACK };

bool dv_limbo_put_former(dv_limbo *limbo, const char *name, bool by_removal, uint64_t handle) {
    const dv_dropped dropped = {DV_DROPPED_NAME, by_removal ? REMOVED : RENAMED, name};
    return dv_limbo_put(limbo, dropped, handle, NULL, 0);
}

bool dv_limbo_end_former(dv_limbo *limbo, const char *name, uint64_t handle) {
    return dv_limbo_put(limbo, (dv_dropped){DV_DROPPED_NAME, BACK, name}, handle, NULL, 0);
}

/// The column of former names in which a node has this handle; NULL if there is none.
static const column *former_column(const node *n, uint64_t handle) {
    for (uint32_t i = 0; i < n->column_count; i++)
        if (n->columns[i].what.part == DV_DROPPED_NAME && find_row(&n->columns[i], handle))
            return &n->columns[i];
    return NULL;
}

const char *dv_limbo_former(const dv_limbo *limbo, uint64_t handle, bool *by_removal) {
    uint32_t given_back = 0;
    for (const node *n = find_node(limbo, limbo->current); n; n = find_node(limbo, n->before)) {
        const column *c = former_column(n, handle);
        if (c && c->what.type == BACK) {
            given_back++;
        } else if (c && given_back > 0) {
            given_back--;
        } else if (c) {
            *by_removal = c->what.type == REMOVED;
            return c->what.name;
        }
    }
    return NULL;
}

bool dv_limbo_has_formers(const dv_limbo *limbo) {
    for (const node *n = find_node(limbo, limbo->current); n; n = find_node(limbo, n->before))
        for (uint32_t i = 0; i < n->column_count; i++)
            if (n->columns[i].what.part == DV_DROPPED_NAME)
                return true;
    return false;
}
