// The command line, with any words. It is accepted, or refused with a one-line reason. Some of the
// refused ones are passed to the program itself, which must print the reason and exit with status
// 2.
//
// An input is the words, separated by newlines, without the program's name.
#include "fuzz.h"

#include "player/options/command_line.h"
#include "player/subcommands.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_WORDS 64
/// One of so many refused inputs is given to the program.
#define RARELY 500

static const char *const lines[] = {
    "run\nsamples/caribou\n--headless\n--ticks\n100\n--hash\n--seed\n7\n--threads\n4",
    "run\nx.lua\n--set\nherd=12\n--set\nmode=a=b\n--record\nt.csv\n--every\n10\n--report\nr.csv",
    "run\nx.lua\n--record\nt.csv.gz\n--columns\nid,memory.a.b\n--kinds\ndeer",
    "run\nx.lua\n--record\nt.txt\n--kinds\ndeer",
    "run\n--watch\n--speed=max\n--paused\n--load\na.snap\n--save\nb.snap\n--log\nrun.log\nx",
    "run\nx\n--seconds\n2.5e1\n--screenshot\ns.png\n--frames\nf\n--hash=25\n--no-watch",
    "run\nx\n--film\n-\n--size\n640x480\n--camera\n0,-1.5,9\n--trails",
    "run\nx\n--select\nwolf#3\n--scale\n2\n--thoughts\n--density\non\n--theme\nsnow",
    "sweep\nx\n--vary\na=1,2:9:1\n--repeat\n3\n--ticks\n9\n--out\nf.csv\n--part\n1/3",
    "sweep\nx\n--ticks\n9\n--until\nn >= 4\n--out\nf.csv\n--warmup\n2",
    "sweep\nx\n--design\nd.csv\n--ticks\n9\n--jobs\n2\n--out\nf.csv\n--resume",
    "sweep\n--join\na.csv\nb.csv\n--out\nf.csv",
    "sweep\n--rerun\n4\na.csv\n--headless",
    "check\nx\n--ticks\n5\n--seed\n18446744073709551615",
    "replay\nrun.log\n--threads\n2\n--hash",
    "behaviors\nseek",
    "help\nagent:sees",
    "help\n--all\n--format\nmd",
    "bench\nflock\n--json\n--csv\nrows.csv\n--vector-bits\n128",
    "new\nmeadow",
    "run\n--\n--odd",
    "--help",
    "run\n--help",
    "--version",
    "rnu\nx",
    "run\nx\n--tick\n5\n--ticks=\n--threads\n65",
};

static void write_seeds(void) {
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char name[16];
        snprintf(name, sizeof name, "line%02zu", i);
        fuzz_write_seed(name, lines[i], strlen(lines[i]));
    }
}

/// Cut a text into words, behind the program's name and with NULL at the end; how many there are.
static int cut(char *text, char *words[MAX_WORDS + 2]) {
    static char name[] = "drover";
    int count = 0;
    words[count++] = name;
    for (char *word = text; word && count <= MAX_WORDS;) {
        char *newline = strchr(word, '\n');
        if (newline)
            *newline++ = '\0';
        words[count++] = word;
        word = newline;
    }
    words[count] = NULL;
    return count;
}

static size_t length_of(const char *text) { return text ? strlen(text) : 0; }

/// Read every text of the options: the sanitizer sees what is not theirs.
static size_t read_texts(const dv_options *o) {
    size_t sum = length_of(o->scenario) + length_of(o->name) + length_of(o->record) +
                 length_of(o->log) + length_of(o->film) + length_of(o->view.select);
    for (uint32_t i = 0; o->command && !o->help && i < o->command->option_count; i++) {
        const dv_option *option = &o->command->options[i];
        const char *whole = option->is_own ? o->own : (const char *)o;
        if (option->read == dv_take_text)
            sum += length_of(*(const char *const *)(whole + option->target));
    }
    for (uint32_t i = 0; i < o->setting_count; i++)
        sum += strlen(o->settings[i].name) + strlen(o->settings[i].value);
    for (uint32_t i = 0; i < o->sweep.vary_count; i++)
        sum += strlen(o->sweep.vary[i]);
    for (uint32_t i = 0; i < o->sweep.file_count; i++)
        sum += strlen(o->sweep.files[i]);
    return sum;
}

/// What the program itself says to a command line that is refused before anything is opened.
static void run_program(const char *program, char *const *words) {
    int out[2], status;
    char said[4096];
    pid_t child;
    posix_spawn_file_actions_t actions;
    fuzz_expect(pipe(out) == 0, "no pipe");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, out[0]);
    char *environment[] = {NULL};
    fuzz_expect(posix_spawn(&child, program, &actions, NULL, words, environment) == 0,
                "cannot run %s", program);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    // libFuzzer's timer interrupts what waits.
    size_t used = 0;
    ssize_t count;
    while ((count = read(out[0], said + used, sizeof said - used)) > 0 ||
           (count < 0 && errno == EINTR))
        used += count > 0 ? (size_t)count : 0;
    close(out[0]);
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    fuzz_expect(ended == child, "no status");
    fuzz_expect(WIFEXITED(status) && WEXITSTATUS(status) == 2, "status %x", (unsigned)status);
    fuzz_expect(used > 9 && strncmp(said, "drover: ", 8) == 0, "%s says nothing", program);
}

static int try_input(const uint8_t *bytes, size_t size) {
    static uint32_t refused;
    char *text = fuzz_allocate(size + 1), *words[MAX_WORDS + 2];
    memcpy(text, bytes, size);
    text[size] = '\0';
    int count = cut(text, words);
    dv_options options;
    dv_error error = {""};
    dv_result result = dv_options_read(dv_subcommands, count, words, &options, &error);
    if (result == DV_OK) {
        read_texts(&options);
    } else {
        const char *program = getenv("DROVER_PROGRAM");
        fuzz_expect(result == DV_ERROR_ARGUMENT, "result %d: %s", (int)result, error.message);
        fuzz_expect(error.message[0] != '\0', "refused without a word");
        if (program && refused++ % RARELY == 0)
            run_program(program, words);
    }
    dv_options_free(&options);
    free(text);
    return 0;
}

/// A word of some seed.
static size_t pick_word(unsigned *seed, const char **word) {
    const char *line = lines[fuzz_below(seed, sizeof lines / sizeof *lines)];
    const char *at = line + fuzz_below(seed, (uint32_t)strlen(line));
    while (at > line && at[-1] != '\n' && at[-1] != '=')
        at--;
    *word = at;
    return strcspn(at, "\n=");
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const odd[] = {
        "nan",   "inf",  "-1", "0",  "1e400", "0x10", "18446744073709551616",
        "1e-99", "--",   "-",  "",   "=",     "--=",  "%s%n",
        "\xff",  "../x", "1 ", "+1", ".",     "1e",   "99999999999999999999999999",
    };
    const char *word;
    size_t length;
    uint32_t at = fuzz_below(&seed, (uint32_t)size + 1);
    switch (fuzz_below(&seed, 4)) {
    case 0:
        return LLVMFuzzerMutate(bytes, size, capacity);
    case 1:
        return fuzz_move_lines(bytes, size, capacity, &seed);
    case 2:
        length = pick_word(&seed, &word);
        break;
    default:
        word = odd[fuzz_below(&seed, sizeof odd / sizeof *odd)];
        length = strlen(word);
    }
    // In place of what follows up to the end of the word, or before it.
    size_t rest = 0;
    while (at + rest < size && bytes[at + rest] != '\n')
        rest++;
    if (fuzz_below(&seed, 2))
        rest = 0;
    return fuzz_replace(bytes, size, capacity, at, rest, word, length);
}

const fuzz_harness options_harness = {"options", write_seeds, try_input, mutate};
