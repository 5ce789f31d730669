// stdin, stdout, and stderr for the Lua inside libdrover.so. Archives of Lua are rarely compiled
// for shared libraries, and then their code reaches these variables in a way that linkers refuse
// when libc has them. --wrap gives the whole library these copies instead.
#include <stdio.h>

extern FILE *__real_stdin, *__real_stdout, *__real_stderr;
#pragma GCC visibility push(hidden)
FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;
#pragma GCC visibility pop

__attribute__((constructor)) static void copy_streams(void) {
    __wrap_stdin = __real_stdin;
    __wrap_stdout = __real_stdout;
    __wrap_stderr = __real_stderr;
}
