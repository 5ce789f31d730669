// The tests of a folder are one program. Each of its files is a group of cases, which ends with
//
//     TESTS {
//         const struct CMUnitTest tests[] = {cmocka_unit_test(it_stops), ...};
//         return cmocka_run_group_tests(tests, NULL, NULL);
//     }
//
// in place of a main function. The name of the group is that of the file: test_wander.c has
// `wander`. program.c says what the command line of such a program takes.
#ifndef DV_TESTS_PROGRAM_H
#define DV_TESTS_PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct test_file {
    const char *path;
    int (*run)(void); // like main: 0 if all cases passed
    bool failed;
    struct test_file *next;
} test_file;

/// Files add themselves before the program starts, in any order.
void add_test_file(test_file *file);

/// What cmocka's macro of that name does, for the cases that the command line selects.
int run_cases(const struct CMUnitTest *cases, size_t count, CMFixtureFunction set_up,
              CMFixtureFunction tear_down);

#undef cmocka_run_group_tests
#define cmocka_run_group_tests(cases, set_up, tear_down)                                           \
    run_cases(cases, sizeof(cases) / sizeof *(cases), set_up, tear_down)

#define TESTS                                                                                      \
    static int run_these(void);                                                                    \
    __attribute__((constructor)) static void add_these(void) {                                     \
        static test_file these = {.path = __FILE__, .run = run_these};                             \
        add_test_file(&these);                                                                     \
    }                                                                                              \
    static int run_these(void)

#endif
