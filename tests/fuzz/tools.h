// Long tests with commands of their own, all in the program `fuzz`: `fuzz soak_reload 1000`. Each
// is like a main function, whose first word is its name. Their files say what the others are.
#ifndef DV_TEST_FUZZ_TOOLS_H
#define DV_TEST_FUZZ_TOOLS_H

int any_world(int count, char **words);
int broken_saves(int count, char **words);
int failing_memory(int count, char **words);
int kill_while_saving(int count, char **words);
int mixed_sessions(int count, char **words);
int patterns(int count, char **words);
int count_plans(int count, char **words);
int soak_reload(int count, char **words);

#endif
