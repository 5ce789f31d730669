// Runs the tests of a folder.
//
//     test_engine                                all files of tests/engine
//     test_engine --filter wander                a file
//     test_engine --filter 'wander/*_cap'        a case, or some
//     test_engine --filter 'threads_*'           cases of any file
//     test_engine --list                         the names, as FILE/CASE
//
// Several files run in a process each: some change the environment or the folder, or make every
// allocation fail. A single one runs in this process, where debuggers see it.
#include "program.h"

#include <fnmatch.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NONE_SELECTED 125 // how a process of a file without such a case ends

static test_file *files; // by name

// What runs now.
static char group[128];
static const char *case_pattern = "*";
static bool only_lists, names_files;
static size_t cases_selected;

/// "wander" for "../tests/engine/test_wander.c".
static void copy_name(const test_file *file, char name[sizeof group]) {
    const char *slash = strrchr(file->path, '/');
    const char *base = slash ? slash + 1 : file->path;
    if (strncmp(base, "test_", 5) == 0)
        base += 5;
    snprintf(name, sizeof group, "%.*s", (int)strcspn(base, "."), base);
}

void add_test_file(test_file *file) {
    char name[sizeof group], other[sizeof group];
    copy_name(file, name);
    test_file **at = &files;
    for (; *at; at = &(*at)->next) {
        copy_name(*at, other);
        if (strcmp(name, other) < 0)
            break;
    }
    file->next = *at;
    *at = file;
}

int run_cases(const struct CMUnitTest *cases, size_t count, CMFixtureFunction set_up,
              CMFixtureFunction tear_down) {
    struct CMUnitTest *selected = malloc(count * sizeof *selected);
    size_t selected_count = 0;
    int failures = 0;
    if (!selected)
        return 1;
    for (size_t i = 0; i < count; i++)
        if (fnmatch(case_pattern, cases[i].name, 0) == 0)
            selected[selected_count++] = cases[i];
    cases_selected += selected_count;
    for (size_t i = 0; only_lists && i < selected_count; i++)
        printf("%s/%s\n", group, selected[i].name);
    if (names_files && selected_count > 0)
        printf("# %s\n", group);
    if (!only_lists && selected_count > 0)
        failures = _cmocka_run_group_tests(group, selected, selected_count, set_up, tear_down);
    free(selected);
    return failures;
}

/// The exit status of a process that runs it.
static int run_file(const test_file *file) {
    copy_name(file, group);
    int failures = file->run();
    if (failures)
        return 1;
    return cases_selected > 0 ? 0 : NONE_SELECTED;
}

static int run_in_process(const test_file *file) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        exit(run_file(file));
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("test program");
        return 1;
    }
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == NONE_SELECTED
                   ? WEXITSTATUS(status)
                   : 1;
    char name[sizeof group];
    copy_name(file, name);
    fprintf(stderr, "%s: %s\n", name, strsignal(WTERMSIG(status)));
    return 1;
}

static bool file_is_selected(const test_file *file, const char *pattern) {
    char name[sizeof group];
    copy_name(file, name);
    return fnmatch(pattern, name, 0) == 0;
}

static int count_selected(const char *pattern, test_file **one) {
    int count = 0;
    for (test_file *file = files; file; file = file->next)
        if (file_is_selected(file, pattern)) {
            count++;
            *one = file;
        }
    return count;
}

/// In a process each. The status of all is 1 if one failed.
static int run_files(const char *pattern) {
    int status = NONE_SELECTED;
    for (test_file *file = files; file; file = file->next) {
        int ended = file_is_selected(file, pattern) ? run_in_process(file) : NONE_SELECTED;
        if (ended == 1)
            file->failed = true;
        if (ended != NONE_SELECTED && status != 1)
            status = ended;
    }
    char name[sizeof group];
    for (test_file *file = files; file; file = file->next)
        if (file->failed) {
            copy_name(file, name);
            fprintf(stderr, "failed: %s\n", name);
        }
    return status;
}

static int usage(const char *program) {
    fprintf(stderr, "usage: %s [--list] [--filter FILE|FILE/CASE|CASE], with * and ? in names\n",
            program);
    return 2;
}

int main(int count, char **words) {
    const char *filter = NULL;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--list") == 0)
            only_lists = true;
        else if (strcmp(words[i], "--filter") == 0 && i + 1 < count)
            filter = words[++i];
        else
            return usage(words[0]);
    }

    char file_pattern[sizeof group] = "*";
    test_file *one = NULL;
    if (filter && strchr(filter, '/')) {
        snprintf(file_pattern, sizeof file_pattern, "%.*s", (int)strcspn(filter, "/"), filter);
        case_pattern = strchr(filter, '/') + 1;
    } else if (filter && count_selected(filter, &one) > 0) {
        snprintf(file_pattern, sizeof file_pattern, "%s", filter);
    } else if (filter) {
        case_pattern = filter;
    }

    bool is_one = count_selected(file_pattern, &one) == 1;
    names_files = !is_one && !only_lists;
    int status = is_one ? run_file(one) : run_files(file_pattern);
    if (status == NONE_SELECTED) {
        fprintf(stderr, "%s: no file or case is called '%s'; --list shows all\n", words[0],
                filter ? filter : "*");
        return 2;
    }
    return status;
}
