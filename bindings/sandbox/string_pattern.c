// The matcher for patterns; see string_pattern.h.
//
// A match moves along subject and pattern. At each choice, it leaves a mark that says what to try
// next if the rest does not match. When the match gets stuck, it goes back to the newest mark.
// Captures also leave marks, so that going back undoes them.
#include "sandbox/string_pattern.h"

#include <string.h>

// Lua matches the rest of a pattern in a nested C call for each choice, and allows 200 of them
// including the outermost. With this many marks, the same patterns are too complex.
#define MAX_MARKS 199

enum mark_kind {
    GREEDY,   // ends at `at`; could end earlier, but not before `least`
    LAZY,     // ends at `at`; could go on
    OPTIONAL, // took one character, at `at`
    OPENED,   // began the newest capture
    CLOSED    // ended the capture `capture`
};

struct mark {
    enum mark_kind kind;
    int capture;
    const char *at, *least;
    const char *item;  // the repeated item
    const char *after; // where the pattern continues
};

struct walk {
    const char *at;   // in the subject
    const char *item; // in the pattern
    int mark_count;
    struct mark marks[MAX_MARKS];
};

void dv_pattern_ask(dv_pattern *match) {
    match->steps_left = DV_STEPS_BETWEEN_CHECKS;
    dv_sandbox_check(match->L);
}

static inline void spend_one(dv_pattern *match) {
    if (--match->steps_left <= 0)
        dv_pattern_ask(match);
}

// Single characters

static inline bool is_between(unsigned char c, unsigned char low, unsigned char high) {
    return (unsigned char)(c - low) <= (unsigned char)(high - low);
}

static inline bool is_letter(unsigned char c) { return is_between(c | 0x20, 'a', 'z'); }

static inline bool is_digit(unsigned char c) { return is_between(c, '0', '9'); }

// Whether `c` is in the class %letter. Capital letters are complements.
static bool is_in_class(unsigned char c, unsigned char letter) {
    bool is_in;
    switch (letter | 0x20) {
    case 'a':
        is_in = is_letter(c);
        break;
    case 'c':
        is_in = c < ' ' || c == 127;
        break;
    case 'd':
        is_in = is_digit(c);
        break;
    case 'g':
        is_in = is_between(c, '!', '~');
        break;
    case 'l':
        is_in = is_between(c, 'a', 'z');
        break;
    case 'p':
        is_in = is_between(c, '!', '~') && !is_letter(c) && !is_digit(c);
        break;
    case 's':
        is_in = c == ' ' || is_between(c, '\t', '\r');
        break;
    case 'u':
        is_in = is_between(c, 'A', 'Z');
        break;
    case 'w':
        is_in = is_letter(c) || is_digit(c);
        break;
    case 'x':
        is_in = is_digit(c) || is_between(c | 0x20, 'a', 'f');
        break;
    case 'z': // no longer in the manual, but still supported by Lua
        is_in = c == 0;
        break;
    default:
        return c == letter;
    }
    return is_in == is_between(letter, 'a', 'z');
}

// Whether `c` is in the set between the brackets at `set` and `close`.
static bool is_in_set(dv_pattern *match, unsigned char c, const char *set, const char *close) {
    const bool complement = set[1] == '^';
    for (const char *p = set + 1 + complement; p < close; spend_one(match)) {
        unsigned char first = (unsigned char)p[0];
        bool is_in;
        if (first == '%') {
            is_in = is_in_class(c, (unsigned char)p[1]);
            p += 2;
        } else if (p[1] == '-' && p + 2 < close) {
            is_in = first <= c && c <= (unsigned char)p[2];
            p += 3;
        } else {
            is_in = first == c;
            p++;
        }
        if (is_in)
            return !complement;
    }
    return complement;
}

// The end of the item at `item`, which is a single character, a %x class, or a set.
static const char *single_end(dv_pattern *match, const char *item) {
    const char *end = match->pattern_end;
    if (*item == '%') {
        if (item + 1 == end)
            luaL_error(match->L, "malformed pattern (ends with '%%')");
        return item + 2;
    }
    if (*item != '[')
        return item + 1;
    const char *p = item + 1 + (item[1] == '^');
    // The first character is a member, even if it is a closing bracket.
    for (bool first = true; first || p >= end || *p != ']'; first = false) {
        if (p >= end)
            luaL_error(match->L, "malformed pattern (missing ']')");
        p += *p == '%' && p + 1 < end ? 2 : 1;
        spend_one(match);
    }
    return p + 1;
}

static inline bool is_single(dv_pattern *match, unsigned char c, const char *item,
                             const char *end) {
    switch (*item) {
    case '.':
        return true;
    case '%':
        return is_in_class(c, (unsigned char)item[1]);
    case '[':
        return is_in_set(match, c, item, end - 1);
    default:
        return c == (unsigned char)*item;
    }
}

static inline bool matches_single(dv_pattern *match, const char *at, const char *item,
                                  const char *end) {
    return at < match->subject_end && is_single(match, (unsigned char)*at, item, end);
}

// Moving forward

static struct mark *leave_mark(dv_pattern *match, struct walk *walk, enum mark_kind kind) {
    if (walk->mark_count == MAX_MARKS)
        luaL_error(match->L, "pattern too complex");
    struct mark *mark = &walk->marks[walk->mark_count++];
    mark->kind = kind;
    return mark;
}

static void leave_choice(dv_pattern *match, struct walk *walk, enum mark_kind kind,
                         const char *least, const char *after) {
    struct mark *mark = leave_mark(match, walk, kind);
    mark->at = walk->at;
    mark->least = least;
    mark->item = walk->item;
    mark->after = after;
}

static bool open_capture(dv_pattern *match, struct walk *walk) {
    bool is_position = walk->item[1] == ')';
    if (match->capture_count == DV_MAX_CAPTURES)
        luaL_error(match->L, "too many captures");
    match->captures[match->capture_count].start = walk->at;
    match->captures[match->capture_count].length =
        is_position ? DV_CAPTURE_POSITION : DV_CAPTURE_OPEN;
    match->capture_count++;
    leave_mark(match, walk, OPENED);
    walk->item += is_position ? 2 : 1;
    return true;
}

static bool close_capture(dv_pattern *match, struct walk *walk) {
    int capture = match->capture_count - 1;
    while (capture >= 0 && match->captures[capture].length != DV_CAPTURE_OPEN)
        capture--;
    if (capture < 0)
        luaL_error(match->L, "invalid pattern capture");
    match->captures[capture].length = walk->at - match->captures[capture].start;
    leave_mark(match, walk, CLOSED)->capture = capture;
    walk->item++;
    return true;
}

static bool are_equal(dv_pattern *match, const char *a, const char *b, size_t length) {
    const size_t most = (size_t)DV_BYTES_A_STEP * DV_STEPS_BETWEEN_CHECKS;
    for (size_t done = 0; done < length;) {
        size_t part = length - done < most ? length - done : most;
        dv_pattern_spend(match, part / DV_BYTES_A_STEP);
        if (memcmp(a + done, b + done, part) != 0)
            return false;
        done += part;
    }
    return true;
}

// Match %1 to %9.
static bool match_again(dv_pattern *match, struct walk *walk) {
    int capture = walk->item[1] - '1';
    if (capture < 0 || capture >= match->capture_count ||
        match->captures[capture].length == DV_CAPTURE_OPEN)
        luaL_error(match->L, "invalid capture index %%%d", capture + 1);
    ptrdiff_t length = match->captures[capture].length;
    if (length == DV_CAPTURE_POSITION || length > match->subject_end - walk->at ||
        !are_equal(match, match->captures[capture].start, walk->at, (size_t)length))
        return false;
    walk->at += length;
    walk->item += 2;
    return true;
}

// Match %bxy.
static bool match_balanced(dv_pattern *match, struct walk *walk) {
    if (match->pattern_end - walk->item < 4)
        luaL_error(match->L, "malformed pattern (missing arguments to '%%b')");
    char open = walk->item[2], close = walk->item[3];
    const char *at = walk->at;
    if (at >= match->subject_end || *at != open)
        return false;
    for (ptrdiff_t depth = 1; depth > 0; spend_one(match)) {
        if (++at >= match->subject_end)
            return false;
        if (*at == close)
            depth--;
        else if (*at == open)
            depth++;
    }
    walk->at = at + 1;
    walk->item += 4;
    return true;
}

// Match %f[set].
static bool match_frontier(dv_pattern *match, struct walk *walk) {
    const char *set = walk->item + 2;
    if (*set != '[')
        luaL_error(match->L, "missing '[' after '%%f' in pattern");
    const char *end = single_end(match, set);
    unsigned char before = walk->at == match->subject ? 0 : (unsigned char)walk->at[-1];
    unsigned char here = (unsigned char)*walk->at; // zero at the end
    if (is_in_set(match, before, set, end - 1) || !is_in_set(match, here, set, end - 1))
        return false;
    walk->item = end;
    return true;
}

static const char *run_end(dv_pattern *match, const char *at, const char *item, const char *end) {
    const char *const last = match->subject_end;
    if (*item == '.')
        return last;
    while (at < last) {
        const ptrdiff_t most = DV_STEPS_BETWEEN_CHECKS;
        const char *begin = at, *part_end = last - at > most ? at + most : last;
        while (at < part_end && is_single(match, (unsigned char)*at, item, end))
            at++;
        dv_pattern_spend(match, (size_t)(at - begin));
        if (at < part_end)
            break;
    }
    return at;
}

// Match a single-character item with its suffix: *, +, -, ?, or none.
static bool match_single(dv_pattern *match, struct walk *walk) {
    const char *item = walk->item, *start = walk->at;
    const char *end = single_end(match, item);
    bool matches = matches_single(match, start, item, end);
    char suffix = *end; // zero at the end
    switch (suffix) {
    case '?':
        if (matches) {
            leave_choice(match, walk, OPTIONAL, start, end + 1);
            walk->at++;
        }
        break;
    case '*':
    case '+':
        if (matches) {
            walk->at = run_end(match, start + 1, item, end);
            leave_choice(match, walk, GREEDY, start + (suffix == '+'), end + 1);
        } else if (suffix == '+') {
            return false;
        }
        break;
    case '-':
        if (matches)
            leave_choice(match, walk, LAZY, start, end + 1);
        break;
    default:
        walk->at++;
        walk->item = end;
        return matches;
    }
    walk->item = end + 1;
    return true;
}

static inline bool go_on(dv_pattern *match, struct walk *walk) {
    const char *item = walk->item;
    switch (*item) {
    case '(':
        return open_capture(match, walk);
    case ')':
        return close_capture(match, walk);
    case '$':
        if (item + 1 != match->pattern_end)
            break;
        walk->item++;
        return walk->at == match->subject_end;
    case '%':
        if (item[1] == 'b')
            return match_balanced(match, walk);
        if (item[1] == 'f')
            return match_frontier(match, walk);
        if (is_digit((unsigned char)item[1]))
            return match_again(match, walk);
        break;
    }
    return match_single(match, walk);
}

// Going back

// Try the next option of a mark's choice. Returns false if there is none.
static bool choose_again(dv_pattern *match, struct mark *mark) {
    switch (mark->kind) {
    case GREEDY:
        if (mark->at == mark->least)
            return false;
        mark->at--;
        return true;
    case LAZY:
        if (!matches_single(match, mark->at, mark->item, mark->after - 1))
            return false;
        mark->at++;
        return true;
    case OPTIONAL:
        return true;
    case OPENED:
        match->capture_count--;
        return false;
    case CLOSED:
        match->captures[mark->capture].length = DV_CAPTURE_OPEN;
        return false;
    }
    return false;
}

static bool go_back(dv_pattern *match, struct walk *walk) {
    while (walk->mark_count > 0) {
        struct mark *mark = &walk->marks[walk->mark_count - 1];
        bool again = choose_again(match, mark);
        if (!again || mark->kind == OPTIONAL)
            walk->mark_count--;
        if (again) {
            walk->at = mark->at;
            walk->item = mark->after;
            return true;
        }
    }
    return false;
}

const char *dv_pattern_match(dv_pattern *match, const char *start) {
    struct walk walk;
    walk.at = start;
    walk.item = match->pattern;
    walk.mark_count = 0;
    match->capture_count = 0;
    while (walk.item != match->pattern_end) {
        spend_one(match);
        if (!go_on(match, &walk) && !go_back(match, &walk))
            return NULL;
    }
    return walk.at;
}

// Plain text

static bool is_special(char c) {
    switch (c) {
    case '^':
    case '$':
    case '*':
    case '+':
    case '?':
    case '.':
    case '(':
    case '[':
    case '%':
    case '-':
        return true;
    }
    return false;
}

bool dv_pattern_is_plain(dv_pattern *match) {
    for (const char *p = match->pattern; p < match->pattern_end; p++) {
        if (is_special(*p))
            return false;
        spend_one(match);
    }
    return true;
}

const char *dv_pattern_find_plain(dv_pattern *match, const char *start) {
    const size_t most = (size_t)DV_BYTES_A_STEP * DV_STEPS_BETWEEN_CHECKS;
    size_t length = (size_t)(match->pattern_end - match->pattern);
    if (length == 0)
        return start;
    if (length > (size_t)(match->subject_end - start))
        return NULL;
    const char *last = match->subject_end - length; // the last place where the text could begin
    while (start <= last) {
        size_t part = (size_t)(last - start) + 1 < most ? (size_t)(last - start) + 1 : most;
        const char *found = memchr(start, match->pattern[0], part);
        dv_pattern_spend(match, (found ? (size_t)(found - start) : part) / DV_BYTES_A_STEP + 1);
        if (found && are_equal(match, found, match->pattern, length))
            return found;
        start = found ? found + 1 : start + part;
    }
    return NULL;
}

void dv_pattern_begin(dv_pattern *match, lua_State *L, int subject, int pattern) {
    size_t length;
    match->L = L;
    match->steps_left = DV_STEPS_BETWEEN_CHECKS;
    match->capture_count = 0;
    match->subject = luaL_checklstring(L, subject, &length);
    match->subject_end = match->subject + length;
    match->pattern = luaL_checklstring(L, pattern, &length);
    match->pattern_end = match->pattern + length;
}
