// Prints the results of tests; see test_report.h.
#include "player/tools/test_report.h"

#include "player/terminal/messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_plural(const char *before, uint32_t count, const char *what) {
    printf("%s%" PRIu32 " %s%s", before, count, what, count == 1 ? "" : "s");
}

/// Call `each` for every line of a text.
static void for_lines(const char *text, void (*each)(const char *line, size_t length)) {
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        each(text, length);
        text += length + (text[length] == '\n');
    }
}

// Text and TAP print a failure in the same way, with a different margin.

static const char *margin = "";

static void print_line(const char *line, size_t length) {
    char copy[DV_MESSAGE_CAPACITY], shown[DV_MESSAGE_CAPACITY];
    snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1),
             line);
    dv_show_text(NULL, copy, shown, sizeof shown);
    printf("%s%s\n", margin, shown);
}

/// Print a message, with paths relative to the current directory.
static void print_message(const dv_test_report *report, const char *message) {
    char shown[DV_MESSAGE_CAPACITY];
    dv_show_text(report->folder, message, shown, sizeof shown);
    printf("%s%s\n", margin, shown);
}

static void print_traceback(const dv_test_report *report, const char *traceback) {
    for (const char *line = traceback; line && *line;) {
        char copy[DV_MESSAGE_CAPACITY];
        int length = (int)strcspn(line, "\n");
        snprintf(copy, sizeof copy, "    %.*s", length, line);
        print_message(report, copy);
        line += length + (line[length] == '\n');
    }
}

/// Whether a traceback is worth printing. If it has only the test's own functions, which have no
/// names, the message is enough.
static bool has_more(const char *traceback) {
    return traceback && strstr(traceback, "in function '");
}

/// Print that a scenario does not open, which is the same for all tests, only once in full. Returns
/// whether it was printed before.
static bool print_unopened(dv_test_report *report, const dv_test_failure *failure) {
    const char *reason = failure->message + failure->unopened;
    if (strcmp(report->unopened, reason) == 0)
        return true;
    snprintf(report->unopened, sizeof report->unopened, "%s", reason);
    print_message(report, failure->message);
    for (const char *line = failure->further; line && *line;) {
        char copy[DV_MESSAGE_CAPACITY];
        int length = (int)strcspn(line, "\n");
        snprintf(copy, sizeof copy, "%.*s", length, line);
        print_message(report, copy);
        line += length + (line[length] == '\n');
    }
    return false;
}

static void print_failure(dv_test_report *report, const dv_test_failure *failure, bool is_first) {
    if (failure->unopened > 0) {
        if (print_unopened(report, failure) && is_first)
            printf("%sthe scenario does not open, as above\n", margin);
        return;
    }
    print_message(report, failure->message);
    if (has_more(failure->traceback))
        print_traceback(report, failure->traceback);
    if (!failure->has_tick && failure->has_seed)
        printf("%sseed %" PRIu64 "\n", margin, failure->seed);
    if (failure->has_tick)
        printf("%sseed %" PRIu64 ", tick %" PRIu64 ": %s\n", margin, failure->world_seed,
               failure->tick, failure->command ? failure->command : "out of memory");
}

static void print_failures(dv_test_report *report, const dv_test_result *result) {
    for (uint32_t i = 0; i < result->failure_count; i++)
        print_failure(report, &result->failures[i], i == 0);
    for_lines(result->printed, print_line);
}

static void print_time(const dv_test_result *result) {
    if (result->seeds > 0)
        print_plural(" (", result->seeds, "seed");
    printf(result->seeds > 0 ? ", %.1f s)\n" : " (%.1f s)\n", result->seconds);
}

static void print_text(dv_test_report *report, const char *name, const dv_test_result *result) {
    bool failed = result->failure_count > 0;
    char shown[DV_MESSAGE_CAPACITY];
    dv_show_text(NULL, name, shown, sizeof shown);
    printf("  %s  %s", failed ? "FAILED" : "ok    ", shown);
    print_time(result);
    margin = "          ";
    if (failed)
        print_failures(report, result);
    margin = "";
}

static void print_tap(dv_test_report *report, const char *file, const char *name,
                      const dv_test_result *result) {
    bool failed = result->failure_count > 0;
    char shown[DV_MESSAGE_CAPACITY];
    dv_show_text(NULL, name, shown, sizeof shown);
    printf("%s %" PRIu32 " - %s: ", failed ? "not ok" : "ok", report->passed + report->failed,
           file);
    for (const char *c = shown; *c; c++) // a # would begin a directive
        printf(*c == '#' || *c == '\\' ? "\\%c" : "%c", *c);
    printf("\n");
    margin = "# ";
    if (failed)
        print_failures(report, result);
    margin = "";
}

// XML

static void print_escaped(const char *text) {
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        switch (*c) {
        case '&':
            fputs("&amp;", stdout);
            break;
        case '<':
            fputs("&lt;", stdout);
            break;
        case '>':
            fputs("&gt;", stdout);
            break;
        case '"':
            fputs("&quot;", stdout);
            break;
        case '\n':
            fputs("&#10;", stdout);
            break;
        default: // XML doesn't allow control bytes
            putchar(*c < 32 || *c == 127 ? '?' : *c);
        }
}

static void print_attribute(const char *name, const char *value) {
    char shown[DV_MESSAGE_CAPACITY];
    dv_show_text(NULL, value, shown, sizeof shown);
    printf(" %s=\"", name);
    print_escaped(shown);
    printf("\"");
}

static void print_escaped_line(const char *line, size_t length) {
    char copy[DV_MESSAGE_CAPACITY], shown[DV_MESSAGE_CAPACITY];
    snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1),
             line);
    dv_show_text(NULL, copy, shown, sizeof shown);
    print_escaped(shown);
    printf("\n");
}

static void print_junit_failure(const dv_test_report *report, const dv_test_failure *failure) {
    char message[DV_MESSAGE_CAPACITY];
    dv_show_text(report->folder, failure->message, message, sizeof message);
    printf("      <failure");
    print_attribute("message", message);
    printf(">");
    if (has_more(failure->traceback))
        for_lines(failure->traceback, print_escaped_line);
    if (failure->has_tick)
        printf("seed %" PRIu64 ", tick %" PRIu64 ": ", failure->world_seed, failure->tick);
    if (failure->command)
        print_escaped(failure->command);
    printf("</failure>\n");
}

static void print_junit(const dv_test_report *report, const char *file, const char *name,
                        const dv_test_result *result) {
    printf("    <testcase");
    print_attribute("classname", file);
    print_attribute("name", name);
    printf(" time=\"%.3f\">\n", result->seconds);
    for (uint32_t i = 0; i < result->failure_count; i++)
        print_junit_failure(report, &result->failures[i]);
    if (result->printed) {
        printf("      <system-out>");
        for_lines(result->printed, print_escaped_line);
        printf("</system-out>\n");
    }
    printf("    </testcase>\n");
}

// The report

void dv_test_report_begin(dv_test_report *report, dv_test_format format, const char *folder) {
    *report = (dv_test_report){.format = format, .folder = folder};
}

/// Print the header before the first test; without tests, there is none.
static void print_head(const dv_test_report *report) {
    dv_test_format format = report->format;
    if (report->passed + report->failed > 0)
        return;
    if (format == DV_TEST_TAP)
        printf("TAP version 14\n");
    if (format == DV_TEST_JUNIT)
        printf("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"");
    if (format == DV_TEST_JUNIT) {
        print_escaped(report->folder);
        printf("\">\n");
    }
}

void dv_test_report_file(dv_test_report *report, const char *file) {
    if (report->format == DV_TEST_TEXT)
        printf("%s\n", file);
}

void dv_test_report_test(dv_test_report *report, const char *file, const char *name,
                         const dv_test_result *result) {
    print_head(report);
    report->seconds += result->seconds;
    *(result->failure_count > 0 ? &report->failed : &report->passed) += 1;
    if (report->format == DV_TEST_TEXT)
        print_text(report, name, result);
    else if (report->format == DV_TEST_TAP)
        print_tap(report, file, name, result);
    else
        print_junit(report, file, name, result);
}

void dv_test_report_broken(dv_test_report *report, const char *file, const char *message,
                           const char *traceback) {
    dv_test_failure failure = {.traceback = (char *)traceback};
    dv_test_result result = {.failures = &failure, .failure_count = 1};
    snprintf(failure.message, sizeof failure.message, "%s", message);
    dv_test_report_test(report, file, "the file loads", &result);
}

void dv_test_report_end(const dv_test_report *report) {
    if (report->passed + report->failed == 0)
        return;
    if (report->format == DV_TEST_TAP)
        printf("1..%" PRIu32 "\n", report->passed + report->failed);
    else if (report->format == DV_TEST_JUNIT)
        printf("  </testsuite>\n</testsuites>\n");
    else
        printf("%" PRIu32 " passed, %" PRIu32 " failed in %.1f s\n", report->passed, report->failed,
               report->seconds);
}
