#include "player/replay/replay_fields.h"

#include "base/result.h"
#include "record/base64.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void dv_field_refuse(dv_fields *r, const char *key, const char *wanted) {
    if (r->result == DV_OK)
        r->result = dv_fail(r->error, DV_ERROR_FORMAT, "\"%s\": %s expected", key, wanted);
}

void *dv_field_allocate(dv_fields *r, size_t size) {
    void *block = dv_arena_alloc(r->memory, size);
    if (!block && r->result == DV_OK)
        r->result = dv_fail(r->error, DV_ERROR_MEMORY, "out of memory");
    return block;
}

// Values

char *dv_field_copy(dv_fields *r, const char *bytes, size_t size) {
    char *copy = dv_field_allocate(r, size + 1);
    if (copy)
        memcpy(copy, bytes, size);
    return copy;
}

char *dv_field_base64(dv_fields *r, const char *key, const json_t *value, size_t *size) {
    if (!json_is_string(value)) {
        dv_field_refuse(r, key, "Base64");
        return NULL;
    }
    size_t length = json_string_length(value);
    char *bytes = dv_field_allocate(r, dv_base64_capacity(length) + 1);
    if (bytes &&
        !dv_base64_decode(json_string_value(value), length, (unsigned char *)bytes, size)) {
        dv_field_refuse(r, key, "Base64");
        return NULL;
    }
    return bytes;
}

const char *dv_field_bytes(dv_fields *r, const json_t *from, const char *key, size_t *size) {
    const json_t *value = json_object_get(from, key);
    const char *bytes = NULL;
    *size = 0;
    if (json_is_string(value)) {
        *size = json_string_length(value);
        bytes = dv_field_copy(r, json_string_value(value), *size);
    } else if (json_is_object(value)) {
        bytes = dv_field_base64(r, key, json_object_get(value, "base64"), size);
    } else {
        dv_field_refuse(r, key, "a string");
    }
    if (bytes)
        return bytes;
    *size = 0;
    return "";
}

const char *dv_field_text(dv_fields *r, const json_t *from, const char *key) {
    size_t size;
    const char *text = dv_field_bytes(r, from, key, &size);
    if (strlen(text) != size)
        dv_field_refuse(r, key, "a string without zero bytes");
    return text;
}

double dv_field_number(dv_fields *r, const char *key) {
    static const struct {
        const char *name;
        float value;
    } others[] = {{"inf", INFINITY}, {"-inf", -INFINITY}, {"nan", NAN}};
    const json_t *value = json_object_get(r->line, key);
    if (json_is_real(value))
        return json_real_value(value);
    for (size_t i = 0; json_is_string(value) && i < sizeof others / sizeof *others; i++)
        if (strcmp(json_string_value(value), others[i].name) == 0)
            return (double)others[i].value;
    dv_field_refuse(r, key, "a number");
    return 0;
}

uint64_t dv_field_integer(dv_fields *r, const char *key, uint64_t most) {
    const json_t *value = json_object_get(r->line, key);
    double number = json_is_real(value) ? json_real_value(value) : -1;
    if (number >= 0 && number <= (double)most && number == floor(number))
        return (uint64_t)number;
    dv_field_refuse(r, key, "a whole number in its range");
    return 0;
}

uint64_t dv_field_hash(dv_fields *r, const json_t *from, const char *key) {
    const json_t *value = json_object_get(from, key);
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    if (strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16)
        return strtoull(text, NULL, 16);
    dv_field_refuse(r, key, "a hash of 16 digits");
    return 0;
}

uint64_t dv_field_seed(dv_fields *r) {
    const char *text = dv_field_text(r, r->line, "seed");
    size_t length = strlen(text);
    errno = 0;
    unsigned long long seed = strtoull(text, NULL, 10);
    if (length == 0 || strspn(text, "0123456789") != length || errno != 0)
        dv_field_refuse(r, "seed", "a whole number below 2^64, in quotes,");
    return seed;
}

bool dv_field_switch(dv_fields *r, const char *key) {
    const json_t *value = json_object_get(r->line, key);
    if (!json_is_boolean(value))
        dv_field_refuse(r, key, "true or false");
    return json_is_true(value);
}
