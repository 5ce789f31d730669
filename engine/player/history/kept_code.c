#include "player/history/kept_code.h"

#include "base/alloc.h"

#include <string.h>

struct dv_kept_source {
    uint32_t users;
    size_t size;
    size_t path_size; ///< including its NUL
    char text[];      ///< the path, NUL, the source, NUL
};

static size_t size_of_source(const dv_kept_source *source) {
    return sizeof *source + source->path_size + source->size + 1;
}

static size_t size_of_code(const dv_kept_code *code) {
    return sizeof *code + code->count * sizeof *code->sources;
}

static const char *source_text(const dv_kept_source *source) {
    return source->text + source->path_size;
}

static dv_kept_source *find_source(const dv_kept_code *code, const char *path) {
    for (uint32_t i = 0; code && i < code->count; i++)
        if (strcmp(code->sources[i]->text, path) == 0)
            return code->sources[i];
    return NULL;
}

static dv_kept_source *keep_source(const dv_scenario_module *module, const dv_kept_code *before,
                                   size_t *bytes) {
    dv_kept_source *source = find_source(before, module->path);
    if (source && source->size == module->size &&
        memcmp(source_text(source), module->source, module->size) == 0) {
        source->users++;
        return source;
    }
    size_t path_size = strlen(module->path) + 1;
    source = dv_alloc(sizeof *source + path_size + module->size + 1);
    if (!source)
        return NULL;
    source->users = 1;
    source->path_size = path_size;
    source->size = module->size;
    memcpy(source->text, module->path, path_size);
    memcpy(source->text + path_size, module->source, module->size);
    *bytes += size_of_source(source);
    return source;
}

static void release_source(dv_kept_source *source, size_t *bytes) {
    if (--source->users > 0)
        return;
    *bytes -= size_of_source(source);
    dv_free(source);
}

dv_kept_code *dv_code_keep(const dv_scenario *scenario, const dv_kept_code *before, size_t *bytes) {
    uint32_t modules = dv_scenario_module_count(scenario);
    dv_kept_code *code = dv_alloc(sizeof *code);
    dv_kept_source **sources = dv_alloc((modules + 1) * sizeof *sources);
    if (!code || !sources) {
        dv_free(code);
        dv_free(sources);
        return NULL;
    }
    *code = (dv_kept_code){.sources = sources, .users = 1};
    *bytes += size_of_code(code);
    for (uint32_t i = 0; i < modules; i++) {
        dv_scenario_module module = dv_scenario_module_at(scenario, i);
        if (module.is_library)
            continue;
        sources[code->count] = keep_source(&module, before, bytes);
        if (!sources[code->count]) {
            dv_code_release(code, bytes);
            return NULL;
        }
        code->count++;
        *bytes += sizeof *sources;
    }
    return code;
}

bool dv_code_equal(const dv_kept_code *a, const dv_kept_code *b) {
    bool is_equal = a->count == b->count;
    for (uint32_t i = 0; is_equal && i < a->count; i++) {
        const dv_kept_source *of_a = a->sources[i], *of_b = b->sources[i];
        is_equal =
            of_a == of_b || (strcmp(of_a->text, of_b->text) == 0 && of_a->size == of_b->size &&
                             memcmp(source_text(of_a), source_text(of_b), of_a->size) == 0);
    }
    return is_equal;
}

dv_kept_code *dv_code_share(dv_kept_code *code) {
    code->users++;
    return code;
}

void dv_code_release(dv_kept_code *code, size_t *bytes) {
    if (!code || --code->users > 0)
        return;
    *bytes -= size_of_code(code);
    for (uint32_t i = 0; i < code->count; i++)
        release_source(code->sources[i], bytes);
    dv_free(code->sources);
    dv_free(code);
}

const char *dv_code_entry(const dv_kept_code *code) { return code->sources[code->count - 1]->text; }

bool dv_code_read(void *context, const char *path, const char **text, size_t *size) {
    const dv_kept_source *source = find_source(context, path);
    if (!source)
        return false;
    *text = source_text(source);
    *size = source->size;
    return true;
}

const char *dv_code_list(void *context, uint32_t i) {
    const dv_kept_code *code = context;
    return i < code->count ? code->sources[i]->text : NULL;
}
