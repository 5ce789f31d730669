// Damaged lines for the control socket of a paused run. Each gets one answer, a line of JSON with a
// text; whatever was commanded, the world stays sound.
//
// An input is the lines.
#include "fuzz.h"

#include "../read_script.h"
#include "player/run/command_table.h"
#include "player/run/control.h"
#include "player/run/run.h"

#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// Parts of a run's work that an input may ask for.
#define MOST_SERVED 64
#define MOST_SENT 16384
#define MOST_READ ((size_t)1 << 22)

static char folder[] = "/tmp/drover_fuzz_XXXXXX";

static const char *const values[] = {
    "",
    "1",
    "0",
    "-1",
    "1e9",
    "1000000000",
    "0.1",
    "on",
    "off",
    "x.snap",
    "x.lua",
    "main.lua",
    "main.lua:8",
    "main.lua:8 3",
    "fly",
    "fly#2",
    "1",
    "pace=4",
    "pace=nan",
    "pace",
    "all",
    "on x",
    "off x",
    "world.time",
    "1/0",
    "world:",
    "world:finish()",
    "error{}",
    "world:agents()().x = 3",
    "for a in world:agents() do a:remove() end",
    "print(world)",
    "step",
    "max",
    "0,0,10",
    "\\n",
    "\\u0000",
    "\\\"",
    "\\ud83d\\ude00",
    "x/y",
};
#define VALUES (uint32_t)(sizeof values / sizeof *values)

static void write_seeds(void) {
    for (uint32_t i = 0; i < dv_commands_count; i++) {
        char text[1024];
        size_t used = 0;
        for (uint32_t k = 0; k < 4; k++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "{\"id\":%u,\"command\":\"%s %s\"}\n", k,
                                     dv_commands_known[(i + 7 * k) % dv_commands_count].name,
                                     values[(5 * i + k) % VALUES]);
        char name[16];
        snprintf(name, sizeof name, "lines%02u", i);
        fuzz_write_seed(name, text, used);
    }
}

static void remove_files(void) {
    DIR *files = opendir(folder);
    for (struct dirent *file; files && (file = readdir(files));)
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0)
            unlinkat(dirfd(files), file->d_name, 0);
    if (files)
        closedir(files);
}

static void remove_folder(void) {
    remove_files();
    rmdir(folder);
}

/// What is saved stays in the folder, in which this process is meanwhile. Returns where it was.
static int enter_folder(void) {
    static bool is_made; // its name does not say so: it may end in an X
    if (is_made) {
        remove_files();
    } else {
        fuzz_expect(mkdtemp(folder) != NULL, "no folder");
        is_made = true;
        atexit(remove_folder);
    }
    int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    fuzz_expect(before >= 0 && chdir(folder) == 0, "no folder");
    FILE *file = fopen("main.lua", "w");
    fuzz_expect(file && fputs(read_script("replay/clicks.lua"), file) >= 0 && fclose(file) == 0,
                "cannot write the script");
    return before;
}

/// Whether a line would save a file elsewhere.
static bool leaves_folder(const char *line, size_t size) {
    json_t *request = json_loadb(line, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    const char *command = json_string_value(json_object_get(request, "command"));
    bool leaves = command && strstr(command, "save") && strchr(command, '/');
    json_decref(request);
    return leaves;
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    fuzz_expect(client >= 0 &&
                    connect(client, (const struct sockaddr *)&address, sizeof address) == 0,
                "no socket");
    return client;
}

static bool is_blank(const uint8_t *line, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (line[i] && !strchr(" \t\r\n", line[i]))
            return false;
    return true;
}

/// Returns how many of them are requests.
static uint32_t send_lines(int client, const uint8_t *bytes, size_t size) {
    uint32_t count = 0;
    for (size_t at = 0; at < size;) {
        const uint8_t *newline = memchr(bytes + at, '\n', size - at);
        size_t end = newline ? (size_t)(newline - bytes) + 1 : size;
        bool is_sent = end <= MOST_SENT && !leaves_folder((const char *)bytes + at, end - at);
        count += is_sent && !is_blank(bytes + at, end - at);
        if (is_sent)
            fuzz_expect(send(client, bytes + at, end - at, MSG_NOSIGNAL) == (ssize_t)(end - at),
                        "the socket is full");
        at = end;
    }
    return count;
}

/// Read what has been answered. False at its end.
static bool take_answers(int client, char *text, size_t *used) {
    ssize_t count = 0;
    while (*used < MOST_READ && (count = recv(client, text + *used, MOST_READ - *used, 0)) > 0)
        *used += (size_t)count;
    return *used < MOST_READ && count < 0;
}

/// Returns whether it answers a request, or tells of an event.
static bool check_answer(const char *line, size_t size) {
    json_error_t why;
    json_t *answer = json_loadb(line, size, JSON_REJECT_DUPLICATES, &why);
    fuzz_expect(answer != NULL, "no JSON: %s: %.*s", why.text, (int)size, line);
    bool is_event = json_is_string(json_object_get(answer, "event"));
    fuzz_expect(is_event || (json_object_get(answer, "id") &&
                             json_is_boolean(json_object_get(answer, "ok")) &&
                             json_is_string(json_object_get(answer, "text"))),
                "no answer: %.*s", (int)size, line);
    bool failed = json_is_false(json_object_get(answer, "ok"));
    fuzz_expect(!failed || *json_string_value(json_object_get(answer, "text")),
                "refused without a word: %.*s", (int)size, line);
    json_decref(answer);
    return !is_event;
}

/// Returns how many requests are answered.
static uint32_t check_answers(const char *text, size_t size) {
    uint32_t count = 0;
    const char *newline;
    for (size_t at = 0; (newline = memchr(text + at, '\n', size - at));) {
        count += check_answer(text + at, (size_t)(newline - text) - at);
        at = (size_t)(newline - text) + 1;
    }
    return count;
}

static int try_input(const uint8_t *bytes, size_t size) {
    static char text[MOST_READ];
    char path[64];
    int before = enter_folder();
    snprintf(path, sizeof path, "%s/socket", folder);
    const dv_options options = {
        .scenario = "main.lua",
        .control = path,
        .headless = true,
        .paused = true,
        .explain = true,
        .watch = true,
        .threads = 1,
        .speed = INFINITY,
        .ticks = DV_NO_LIMIT,
        .pause_at = DV_NO_LIMIT,
        .seconds = NAN,
        .every = 1,
        .history = 1,
        .budget = 0.5,
        .lua_memory = 16,
        .agents = 100,
    };
    dv_run run;
    dv_error error = {""};
    fuzz_listen();
    fuzz_expect(dv_run_open(&run, &options, &error) == DV_OK, "%s", error.message);
    dv_run_keep_history(&run);
    int client = connect_to(path);
    uint32_t sent = send_lines(client, bytes, size);
    shutdown(client, SHUT_WR);
    size_t used = 0;
    bool is_open = true;
    for (int i = 0; i < MOST_SERVED && is_open && !dv_run_ended(&run); i++) {
        dv_control_serve(run.commands.socket, &run, 0);
        is_open = take_answers(client, text, &used);
    }
    uint32_t answered = check_answers(text, used);
    fuzz_expect(is_open || dv_run_ended(&run) || answered == sent, "%u of %u requests are answered",
                answered, sent);
    fuzz_check_world(run.scenario, true);
    dv_run_close(&run);
    close(client);
    fuzz_expect(fchdir(before) == 0, "no way back");
    close(before);
    free(fuzz_heard());
    fuzz_expect(dv_allocated_bytes() == 0, "%zu bytes are left", dv_allocated_bytes());
    return 0;
}

static size_t mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    static const char *const odd[] = {"0",      "null",        "true",        "\"\"",
                                      "\"id\"", "\"command\"", "[]",          "{}",
                                      "1e999",  "\"step 2\"",  "\"\\u0000\"", "\"\xFF\""};
    char line[256];
    size_t at = fuzz_below(&seed, (uint32_t)size + 1);
    while (at > 0 && bytes[at - 1] != '\n')
        at--;
    switch (fuzz_below(&seed, 5)) {
    case 0:
        return LLVMFuzzerMutate(bytes, size, capacity);
    case 1:
        return fuzz_move_lines(bytes, size, capacity, &seed);
    case 2:
        return fuzz_change_value(bytes, size, capacity, &seed, odd, sizeof odd / sizeof *odd);
    default:
        snprintf(line, sizeof line, "{\"id\":1,\"command\":\"%s %s\"}\n",
                 dv_commands_known[fuzz_below(&seed, dv_commands_count)].name,
                 values[fuzz_below(&seed, VALUES)]);
        return fuzz_replace(bytes, size, capacity, at, 0, line, strlen(line));
    }
}

const fuzz_harness lines_harness = {"lines", write_seeds, try_input, mutate};
