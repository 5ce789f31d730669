// Readers of options; see option.h.
#include "player/options/option.h"

#include "base/result.h"
#include "player/options/mods.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dv_whole_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    size_t length = strlen(text);
    if (length == 0 || strspn(text, "0123456789") != length)
        return false;
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    if (errno != 0 || value < least || value > most)
        return false;
    *number = value;
    return true;
}

bool dv_real_number(const char *text, double *number) {
    size_t length = strlen(text);
    if (length == 0 || strspn(text, "0123456789.eE+-") != length)
        return false;
    char *end;
    double value = strtod(text, &end);
    if (*end || !isfinite(value))
        return false;
    *number = value;
    return true;
}

// What an option takes, for messages

/// The word for infinity, or NULL.
static const char *word_of(const dv_option *option) {
    const char *bar = option->value ? strchr(option->value, '|') : NULL;
    return bar ? bar + 1 : NULL;
}

static void say_range(const dv_option *option, char *text, size_t size) {
    uint64_t power = 1;
    int exponent = 0;
    for (; power < option->most && exponent < 19; exponent++)
        power *= 10;
    if (option->most == UINT64_MAX)
        snprintf(text, size, "a whole number from %" PRIu64 " to 2^64 - 1", option->least);
    else if (power == option->most && exponent >= 9)
        snprintf(text, size, "a whole number from %" PRIu64 " to 10^%d", option->least, exponent);
    else
        snprintf(text, size, "a whole number from %" PRIu64 " to %" PRIu64, option->least,
                 option->most);
}

/// "text|tap|junit" as "text, tap or junit".
static void say_words(const dv_option *option, char *text, size_t size) {
    size_t used = 0;
    for (const char *at = option->value; *at && used + 5 < size; at++) {
        const char *between = strchr(at + 1, '|') ? ", " : " or ";
        if (*at == '|')
            used += (size_t)snprintf(text + used, size - used, "%s", between);
        else
            text[used++] = *at;
    }
    text[used] = '\0';
}

static const char *wanted_by(const dv_option *option, char *text, size_t size) {
    if (option->wanted)
        return option->wanted;
    if (option->ending)
        snprintf(text, size, "a %s file", option->ending);
    else if (option->read == dv_take_choice)
        say_words(option, text, size);
    else if (option->read == dv_take_rate)
        snprintf(text, size, "a number above 0 and up to 1000000, or %s", word_of(option));
    else if (option->most > 0)
        say_range(option, text, size);
    else
        snprintf(text, size, "%s", option->value);
    return text;
}

dv_result dv_refuse_option(dv_reading *r, const dv_option *option, const char *value) {
    char text[80];
    return dv_fail(r->error, DV_ERROR_ARGUMENT, "--%s takes %s, not '%s'", option->name,
                   wanted_by(option, text, sizeof text), value);
}

// Readers

dv_result dv_take_flag(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)r, (void)option, (void)value;
    *(bool *)target = true;
    return DV_OK;
}

dv_result dv_take_text(dv_reading *r, const dv_option *option, const char *value, void *target) {
    size_t length = strlen(value), end = option->ending ? strlen(option->ending) : 0;
    *(const char **)target = value;
    if (end == 0 || (length > end && strcmp(value + length - end, option->ending) == 0))
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

dv_result dv_take_number(dv_reading *r, const dv_option *option, const char *value, void *target) {
    uint64_t number;
    if (!dv_whole_number(value, option->least, option->most, &number))
        return dv_refuse_option(r, option, value);
    memcpy(target, &number, option->size); // little-endian, as meson.build makes sure
    return DV_OK;
}

dv_result dv_take_rate(dv_reading *r, const dv_option *option, const char *value, void *target) {
    double *rate = target;
    if (strcmp(value, word_of(option)) == 0) {
        *rate = INFINITY;
        return DV_OK;
    }
    if (dv_real_number(value, rate) && *rate > 0 && *rate <= 1e6)
        return DV_OK;
    return dv_refuse_option(r, option, value);
}

dv_result dv_take_choice(dv_reading *r, const dv_option *option, const char *value, void *target) {
    int index = 0;
    size_t length = strlen(value);
    for (const char *word = option->value; word; word = strchr(word, '|'), index++) {
        word += *word == '|';
        if (strcspn(word, "|") == length && memcmp(word, value, length) == 0) {
            memcpy(target, &index, option->size);
            return DV_OK;
        }
    }
    return dv_refuse_option(r, option, value);
}

dv_result dv_take_seed(dv_reading *r, const dv_option *option, const char *value, void *target) {
    r->options->has_seed = true;
    return dv_take_number(r, option, value, target);
}

dv_result dv_take_set(dv_reading *r, const dv_option *option, const char *value, void *target) {
    const char *equals = strchr(value, '=');
    (void)target;
    if (!equals || equals == value)
        return dv_refuse_option(r, option, value);
    r->options->settings[r->options->setting_count++] = (dv_setting_choice){value, equals + 1};
    return DV_OK;
}

dv_result dv_take_mod(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)option, (void)target;
    return dv_options_add_mod(r->options, value)
               ? DV_OK
               : dv_fail(r->error, DV_ERROR_MEMORY, "out of memory");
}

dv_result dv_take_mods(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)option, (void)target;
    r->mods = value;
    return DV_OK;
}

dv_result dv_take_watch(dv_reading *r, const dv_option *option, const char *value, void *target) {
    (void)target;
    r->options->watch = strcmp(option->name, "watch") == 0;
    r->options->watch_polls = value != NULL;
    return !value || strcmp(value, "poll") == 0 ? DV_OK : dv_refuse_option(r, option, value);
}
