// Modules, what they require, and the generations that hold them.
#include "modules/module_graph.h"

#include "base/alloc.h"

#include <string.h>

void dv_free_module(lua_State *L, struct dv_module *module) {
    luaL_unref(L, LUA_REGISTRYINDEX, module->value);
    luaL_unref(L, LUA_REGISTRYINDEX, module->declarations);
    for (uint32_t i = 0; i < module->requirement_count; i++)
        dv_free(module->requirements[i].name);
    dv_free(module->requirements);
    dv_free(module->name);
    dv_free(module->path);
    dv_free(module->source);
    dv_free(module->read_at);
    dv_free(module);
}

struct dv_module *dv_create_module(lua_State *L, const struct dv_module_look *look) {
    struct dv_module *module = dv_alloc(sizeof *module);
    if (!module)
        return NULL;
    module->value = module->declarations = LUA_NOREF;
    module->hash = look->hash;
    module->found = look->found;
    module->size = look->size;
    module->name = dv_copy_string(look->name);
    module->path = dv_copy_string(look->path);
    module->source = dv_alloc(look->size + 1);
    if (!module->name || !module->path || !module->source) {
        dv_free_module(L, module);
        return NULL;
    }
    memcpy(module->source, look->source, look->size);
    return module;
}

struct dv_module *dv_find_module(const struct dv_module_list *generation, const char *name) {
    for (uint32_t i = 0; i < generation->count; i++)
        if (strcmp(generation->modules[i]->name, name) == 0)
            return generation->modules[i];
    return NULL;
}

bool dv_add_module(struct dv_module_list *generation, struct dv_module *module) {
    if (!dv_reserve((void **)&generation->modules, &generation->capacity, generation->count + 1,
                    sizeof(struct dv_module *)))
        return false;
    generation->modules[generation->count++] = module;
    return true;
}

bool dv_add_before_entry(struct dv_module_list *generation, struct dv_module *module) {
    if (!dv_add_module(generation, module))
        return false;
    struct dv_module **last = &generation->modules[generation->count - 1];
    if (generation->count > 1) {
        last[0] = last[-1];
        last[-1] = module;
    }
    return true;
}

void dv_release_values(lua_State *L, struct dv_module_list *generation) {
    for (uint32_t i = 0; i < generation->count; i++) {
        struct dv_module *module = generation->modules[i];
        luaL_unref(L, LUA_REGISTRYINDEX, module->value);
        luaL_unref(L, LUA_REGISTRYINDEX, module->declarations);
        module->value = module->declarations = LUA_NOREF;
    }
}

void dv_free_modules(lua_State *L, struct dv_module_list *generation) {
    for (uint32_t i = 0; i < generation->count; i++)
        dv_free_module(L, generation->modules[i]);
    dv_free(generation->modules);
    memset(generation, 0, sizeof *generation);
}

bool dv_add_requirement(struct dv_module *module, const struct dv_module_look *look) {
    char *name = dv_copy_string(look->name);
    if (!name || !dv_reserve((void **)&module->requirements, &module->requirement_capacity,
                             module->requirement_count + 1, sizeof *module->requirements)) {
        dv_free(name);
        return false;
    }
    module->requirements[module->requirement_count++] =
        (struct dv_requirement){name, look->found, look->hash};
    return true;
}

bool dv_compare_generation(const struct dv_module_list *generation, const dv_finder *finder,
                           struct dv_looks *looks, bool *differs) {
    *differs = false;
    for (uint32_t i = 0; i < generation->count; i++) {
        const struct dv_module *module = generation->modules[i];
        const struct dv_module_look *look = dv_look_once(finder, looks, module->name);
        if (!look)
            return false;
        *differs |= look->found != module->found || look->hash != module->hash;
        for (uint32_t k = 0; k < module->requirement_count; k++) {
            const struct dv_requirement *required = &module->requirements[k];
            look = dv_look_once(finder, looks, required->name);
            if (!look)
                return false;
            *differs |= look->found != required->found || look->hash != required->hash;
        }
    }
    return true;
}
