// The control socket and its clients; see control.h. control_json.c formats and parses the lines.
//
// Invariant: nothing here blocks. If a client doesn't read what it is sent, its requests are no
// longer read once MAX_UNHEARD bytes wait for it, and it is disconnected at MAX_UNSENT.
#include "player/run/control.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run/control_json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_CLIENTS 32
#define LONGEST_LINE 4096
#define MAX_UNHEARD ((size_t)64 << 10)
#define MAX_UNSENT ((size_t)1 << 20)
/// Requests of one client per call, so that a client that never stops sending doesn't stop the run.
#define MAX_REQUESTS 16

typedef struct client {
    int socket;
    bool has_ended; ///< it closed its end; its last answers still go out
    bool is_dead;   ///< to be disconnected
    bool too_long;  ///< the line exceeds LONGEST_LINE; skip it
    char line[LONGEST_LINE];
    size_t length; ///< of `line`, whose end has not been read yet
    char *unsent;
    size_t unsent_size, unsent_capacity;
} client;

struct dv_control {
    int socket;
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    dev_t device;
    ino_t inode;
    client *clients[MAX_CLIENTS];
    uint32_t count;
    dv_request *request; ///< in progress; NULL: none
    client *asker;       ///< who sent the request; NULL: it has disconnected
};

// Opening

static dv_result find_address(const char *path, struct sockaddr_un *address, dv_error *error) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path)
        return dv_fail(error, DV_ERROR_ARGUMENT, "--control: the path is longer than %zu bytes",
                       sizeof address->sun_path - 1);
    strcpy(address->sun_path, path);
    return DV_OK;
}

/// Make sure that the path can be bound: nothing is there, or only a socket that no process listens
/// at, which is removed.
static dv_result make_room(const struct sockaddr_un *address, dv_error *error) {
    const char *path = address->sun_path;
    struct stat status;
    if (lstat(path, &status) != 0)
        return errno == ENOENT ? DV_OK
                               : dv_fail(error, DV_ERROR_IO, "--control: cannot look at %s: %s",
                                         path, strerror(errno));
    if (!S_ISSOCK(status.st_mode))
        return dv_fail(error, DV_ERROR_IO, "--control: %s already exists and is not a socket",
                       path);
    int tried = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool is_dead = tried >= 0 &&
                   connect(tried, (const struct sockaddr *)address, sizeof *address) != 0 &&
                   errno == ECONNREFUSED;
    if (tried >= 0)
        close(tried);
    if (!is_dead)
        return dv_fail(error, DV_ERROR_IO, "--control: another program is listening at %s", path);
    if (unlink(path) != 0)
        return dv_fail(error, DV_ERROR_IO, "--control: cannot remove %s: %s", path,
                       strerror(errno));
    return DV_OK;
}

static dv_result listen_at(dv_control *control, const struct sockaddr_un *address,
                           dv_error *error) {
    struct stat status;
    control->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177);
    bool is_bound = control->socket >= 0 &&
                    bind(control->socket, (const struct sockaddr *)address, sizeof *address) == 0;
    int reason = errno;
    umask(mask);
    if (is_bound && lstat(address->sun_path, &status) == 0) {
        strcpy(control->path, address->sun_path);
        control->device = status.st_dev;
        control->inode = status.st_ino;
    }
    if (!is_bound || listen(control->socket, SOMAXCONN) != 0)
        return dv_fail(error, DV_ERROR_IO, "--control: cannot listen at %s: %s", address->sun_path,
                       strerror(is_bound ? errno : reason));
    return DV_OK;
}

dv_control *dv_control_open(const char *path, dv_error *error) {
    struct sockaddr_un address;
    dv_control *control = dv_alloc(sizeof *control);
    if (!control) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    control->socket = -1;
    if (find_address(path, &address, error) == DV_OK && make_room(&address, error) == DV_OK &&
        listen_at(control, &address, error) == DV_OK)
        return control;
    dv_control_close(control, NULL);
    return NULL;
}

// Sending

static void send_some(client *c) {
    size_t sent = 0;
    while (!c->is_dead && sent < c->unsent_size) {
        ssize_t count =
            send(c->socket, c->unsent + sent, c->unsent_size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0)
            sent += (size_t)count;
        else if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        else if (count < 0 && errno != EINTR)
            c->is_dead = true;
    }
    c->unsent_size -= sent;
    if (sent > 0 && c->unsent_size > 0)
        memmove(c->unsent, c->unsent + sent, c->unsent_size);
}

/// Takes ownership of `text`. NULL means that memory ran out.
static void add_client_text(client *c, char *text) {
    size_t size = text ? strlen(text) : 0;
    while (text && !c->is_dead && c->unsent_size + size > c->unsent_capacity) {
        size_t capacity = c->unsent_capacity ? 2 * c->unsent_capacity : 4096;
        char *larger = dv_resize(c->unsent, capacity);
        c->is_dead = !larger || capacity > MAX_UNSENT;
        c->unsent = larger ? larger : c->unsent;
        c->unsent_capacity = larger ? capacity : c->unsent_capacity;
    }
    // Without its answer, a client would wait forever. Disconnect it instead.
    c->is_dead = c->is_dead || !text;
    if (!c->is_dead) {
        memcpy(c->unsent + c->unsent_size, text, size);
        c->unsent_size += size;
    }
    dv_free(text);
    send_some(c);
}

// Receiving

static void end_line(dv_control *control, client *c, dv_run *run) {
    char text[64];
    while (c->length > 0 && strchr(" \t\r", c->line[c->length - 1]))
        c->length--;
    if (c->too_long) {
        snprintf(text, sizeof text, "a line of more than %d bytes", LONGEST_LINE);
        add_client_text(c, dv_control_refusal(text));
    } else if (c->length > 0) {
        char *answer = dv_control_begin(run, c->line, c->length, &control->request);
        control->asker = c;
        if (!control->request)
            add_client_text(c, answer);
    }
    c->length = 0;
    c->too_long = false;
}

/// Take at most one line. Later lines stay in the socket's buffer.
static bool take_line(dv_control *control, client *c, dv_run *run) {
    char bytes[LONGEST_LINE];
    ssize_t count = recv(c->socket, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0) {
        c->is_dead = errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
        return false;
    }
    if (count == 0) {
        c->has_ended = true;
        if (c->length > 0 || c->too_long)
            end_line(control, c, run);
        return false;
    }
    const char *newline = memchr(bytes, '\n', (size_t)count);
    size_t size = newline ? (size_t)(newline - bytes) : (size_t)count;
    c->too_long = c->too_long || size > sizeof c->line - c->length;
    if (!c->too_long)
        memcpy(c->line + c->length, bytes, size);
    c->length = c->too_long ? 0 : c->length + size;
    recv(c->socket, bytes, newline ? size + 1 : size, MSG_DONTWAIT);
    if (newline)
        end_line(control, c, run);
    return true;
}

/// Continue the request in progress, if any.
static void go_on(dv_control *control, dv_run *run, double seconds) {
    char *answer;
    if (!control->request || dv_control_go_on(run, seconds, control->request, &answer))
        return;
    control->request = NULL;
    if (control->asker)
        add_client_text(control->asker, answer);
    else
        dv_free(answer);
}

static void serve_client(dv_control *control, client *c, dv_run *run, double seconds) {
    send_some(c);
    for (int i = 0; i < MAX_REQUESTS && !c->is_dead && !c->has_ended; i++) {
        if (control->request || c->unsent_size > MAX_UNHEARD || !take_line(control, c, run))
            return;
        go_on(control, run, seconds);
    }
}

// Clients

static void hang_up(dv_control *control, uint32_t i) {
    client *c = control->clients[i];
    if (control->asker == c)
        control->asker = NULL;
    close(c->socket);
    dv_free(c->unsent);
    dv_free(c);
    control->clients[i] = control->clients[--control->count];
}

static void take_client(dv_control *control, int socket) {
    client *c = control->count < MAX_CLIENTS ? dv_alloc(sizeof *c) : NULL;
    if (!c) {
        close(socket);
        return;
    }
    c->socket = socket;
    control->clients[control->count++] = c;
}

static void take_clients(dv_control *control) {
    int socket;
    while ((socket = accept4(control->socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0)
        take_client(control, socket);
}

/// Looks at the lines that are whole and begin a request.
static dv_wish wish_of(const client *c) {
    char bytes[LONGEST_LINE];
    ssize_t count = c->length > 0 || c->too_long
                        ? 0
                        : recv(c->socket, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT);
    dv_wish wish = DV_WISH_NONE;
    const char *line = bytes, *end = bytes + (count > 0 ? count : 0), *newline;
    while ((newline = memchr(line, '\n', (size_t)(end - line)))) {
        wish = dv_more_urgent(wish, dv_control_wish_of(line, (size_t)(newline - line)));
        line = newline + 1;
    }
    return wish;
}

dv_wish dv_control_wish(dv_control *control) {
    dv_wish wish = DV_WISH_NONE;
    if (!control)
        return wish;
    take_clients(control);
    for (uint32_t i = 0; i < control->count; i++)
        wish = dv_more_urgent(wish, wish_of(control->clients[i]));
    return wish;
}

void dv_control_serve(dv_control *control, struct dv_run *run, double seconds) {
    if (!control)
        return;
    take_clients(control);
    go_on(control, run, seconds);
    for (uint32_t i = control->count; i-- > 0;) {
        client *c = control->clients[i];
        serve_client(control, c, run, seconds);
        bool is_waiting = control->request && control->asker == c;
        if (c->is_dead || (c->has_ended && c->unsent_size == 0 && !is_waiting))
            hang_up(control, i);
    }
}

void dv_control_tell_reload(dv_control *control, const struct dv_run *run) {
    for (uint32_t i = 0; control && i < control->count; i++)
        add_client_text(control->clients[i], dv_control_reload_event(run));
}

void dv_control_tell_shown(dv_control *control, const struct dv_run *run) {
    for (uint32_t i = 0; control && i < control->count; i++)
        add_client_text(control->clients[i], dv_control_shown_event(run));
}

void dv_control_tell_ghost(dv_control *control, const struct dv_run *run, const char *outcome,
                           const char *text) {
    for (uint32_t i = 0; control && i < control->count; i++)
        add_client_text(control->clients[i], dv_control_ghost_event(run, outcome, text));
}

void dv_control_close(dv_control *control, dv_run *run) {
    struct stat status;
    if (!control)
        return;
    if (control->request)
        dv_control_drop(run, control->request);
    while (control->count > 0)
        hang_up(control, control->count - 1);
    if (control->socket >= 0)
        close(control->socket);
    // If another program has replaced our socket, leave that file alone.
    if (*control->path && lstat(control->path, &status) == 0 && status.st_dev == control->device &&
        status.st_ino == control->inode)
        unlink(control->path);
    dv_free(control);
}
