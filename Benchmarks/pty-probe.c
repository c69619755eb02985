/* pty-probe: runs one full-screen program in a 120x40 pseudo-terminal, plays keys and times its output.
 *
 *   pty-probe [-q MS] [-k] -- PROGRAM ARGUMENTS... <STEPS
 *
 * -q: the quiet that ends the answer to one key (10 ms); -k: the terminal is kitty, and each step says how many pictures were placed.
 *
 * Steps, one a line, fields separated by tabs; KEY is in hexadecimal, times are in milliseconds:
 *
 *   frame NAME QUIET TIMEOUT TEXT     wait until TEXT is on the screen, then for QUIET without a byte
 *   keys NAME COUNT KEY               one at a time: to the last byte before the quiet; then a random pause
 *   jump NAME KEY TIMEOUT TEXT        until TEXT stands on the screen
 *   settle NAME TIMEOUT               until 300 ms without a byte and under 5 % of a processor
 *   pause NAME TIME                   no key for this time
 *   quit KEY                          then SIGTERM, then SIGKILL
 *
 * Each step prints one JSON object. Times are CLOCK_MONOTONIC from just before the key is written (exec: taken in
 * the child) to just after the read that brought the byte. One thread does nothing else; it runs before
 * others where that is allowed. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "screen.h"

typedef int64_t nanoseconds;
static const nanoseconds MS = 1000000;

static int terminal = -1;
static pid_t program;
static bool has_ended;
static nanoseconds started, last_byte;
static nanoseconds key_quiet = 10000000;
static uint64_t bytes_read;

static nanoseconds now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 * MS + time.tv_nsec;
}

static void fail(const char *what) {
    perror(what);
    exit(2);
}

/* Reads what comes within `wait` nanoseconds; false when nothing came. */
static bool take(nanoseconds wait) {
    static uint8_t buffer[1 << 16];
    struct pollfd ready = {.fd = terminal, .events = POLLIN};
    struct timespec time = {.tv_sec = wait / (1000 * MS), .tv_nsec = wait % (1000 * MS)};
    if (has_ended || wait < 0 || ppoll(&ready, 1, &time, NULL) <= 0) return false;
    ssize_t count = read(terminal, buffer, sizeof buffer);
    if (count <= 0) {
        has_ended = true;
        return false;
    }
    last_byte = now();
    bytes_read += (uint64_t)count;
    char answer[256];
    size_t answered = screen_take(buffer, (size_t)count, answer, sizeof answer);
    if (answered > 0 && write(terminal, answer, answered) < 0) has_ended = true;
    return true;
}

/* Reads until nothing has come for `quiet`, or `deadline`. */
static void take_until_quiet(nanoseconds quiet, nanoseconds deadline) {
    nanoseconds since = now();
    while (!has_ended && now() < deadline) {
        nanoseconds left = since + quiet - now();
        if (left <= 0) return;
        if (take(left)) since = last_byte;
    }
}

static void send_keys(const char *keys, size_t count) {
    while (count > 0 && !has_ended) {
        ssize_t sent = write(terminal, keys, count);
        if (sent > 0) {
            keys += sent;
            count -= (size_t)sent;
        } else take(MS);
    }
}

/* What /proc says of the program and all that it started. */
struct usage { uint64_t run; long peak_kilobytes; };

static uint64_t number_after(const char *path, const char *label) {
    char line[256];
    uint64_t value = 0;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, label, strlen(label)) == 0) { value = strtoull(line + strlen(label), NULL, 10); break; }
    if (file) fclose(file);
    return value;
}

static void add_usage(struct usage *usage) {
    pid_t waiting[256] = {program};
    for (int count = 1; count > 0;) {
        pid_t process = waiting[--count];
        char path[300];
        snprintf(path, sizeof path, "/proc/%d/status", process);
        usage->peak_kilobytes += (long)number_after(path, "VmHWM:");
        snprintf(path, sizeof path, "/proc/%d/task", process);
        DIR *tasks = opendir(path);
        for (struct dirent *task; tasks && (task = readdir(tasks));) {
            if (!isdigit((unsigned char)task->d_name[0])) continue;
            snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", process, task->d_name);
            usage->run += number_after(path, "");
            snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", process, task->d_name);
            FILE *children = fopen(path, "r");
            for (int child; children && count < 255 && fscanf(children, "%d", &child) == 1;) waiting[count++] = child;
            if (children) fclose(children);
        }
        if (tasks) closedir(tasks);
    }
}

static struct usage usage_now(void) {
    struct usage usage = {0};
    add_usage(&usage);
    return usage;
}

static double ms(nanoseconds time) { return (double)time / 1e6; }

static void frame(nanoseconds quiet, nanoseconds timeout, const char *text) {
    nanoseconds deadline = now() + timeout;
    bool shown = screen_shows(text);
    nanoseconds seen = shown ? last_byte : 0;
    while (!shown && !has_ended && now() < deadline)
        if (take(deadline - now()) && (shown = screen_shows(text))) seen = last_byte;
    nanoseconds last = seen;
    if (shown) {
        /* The frame that shows the text ends where the first quiet begins, which is now already past its beginning. */
        take_until_quiet(quiet, deadline);
        last = last_byte;
    }
    printf(", \"shown\": %s, \"text_ms\": %.3f, \"ms\": %.3f", shown ? "true" : "false", ms(seen - started), ms(last - started));
}

static void keys(long count, const char *key, size_t size) {
    static const nanoseconds timeout = 1000000000;
    nanoseconds *times = calloc((size_t)count + 1, sizeof *times);
    if (!times) fail("calloc");
    uint64_t before = bytes_read, run = usage_now().run;
    long played = 0, lost = 0;
    unsigned random_state = 1;
    while (played < count && lost < 3 && !has_ended) {
        while (take(0)) {}
        nanoseconds start = now();
        last_byte = 0;
        send_keys(key, size);
        for (nanoseconds limit = start + timeout; !has_ended && now() < limit;) {
            nanoseconds left = last_byte ? last_byte + key_quiet - now() : limit - now();
            if (left <= 0) break;
            take(left);
        }
        if (last_byte == 0) { lost++; continue; }
        lost = 0;
        times[played++] = last_byte - start;
        random_state = random_state * 1103515245u + 12345u;
        struct timespec pause = {.tv_nsec = (long)(random_state >> 8) % (3 * MS)};
        nanosleep(&pause, NULL);
    }
    printf(", \"lost\": %ld, \"bytes\": %lu, \"cpu_us\": %.1f", lost, bytes_read - before, (double)(usage_now().run - run) / 1e3);
    printf(", \"ms\": [");
    for (long i = 0; i < played; i++) printf("%s%.4f", i ? ", " : "", ms(times[i]));
    printf("]");
    free(times);
}

static void jump(const char *key, size_t size, nanoseconds timeout, const char *text) {
    while (take(0)) {}
    nanoseconds start = now(), end = 0;
    send_keys(key, size);
    while (!end && !has_ended && now() < start + timeout)
        if (take(start + timeout - now()) && screen_shows(text)) end = last_byte;
    /* What else belongs to the frame is written at once. */
    while (end && take(5 * MS)) end = last_byte;
    printf(", \"shown\": %s, \"ms\": %.3f", end ? "true" : "false", end ? ms(end - start) : 0);
}

static void settle(nanoseconds timeout) {
    static const nanoseconds span = 300000000;
    nanoseconds deadline = now() + timeout;
    bool is_settled = false;
    while (!is_settled && !has_ended && now() < deadline) {
        uint64_t run = usage_now().run;
        nanoseconds from = now();
        bool came = false;
        while (now() < from + span) came |= take(from + span - now());
        is_settled = !came && usage_now().run - run < (uint64_t)span / 20;
    }
    printf(", \"settled\": %s, \"ms\": %.1f", is_settled ? "true" : "false", ms(now() - started));
}

static void quit(const char *key, size_t size) {
    struct usage usage = usage_now();
    int status = 0;
    bool is_gone = false;
    send_keys(key, size);
    for (int i = 0; i < 400 && !is_gone; i++) {
        if (i == 200) kill(program, SIGTERM);
        if (i == 300) kill(program, SIGKILL);
        if (!take(10 * MS)) usleep(1000 * (has_ended ? 5 : 0));
        is_gone = waitpid(program, &status, WNOHANG) == program;
    }
    printf(", \"rss_mb\": %.1f, \"cpu_ms\": %.1f, \"status\": %d", (double)usage.peak_kilobytes / 1024, (double)usage.run / 1e6,
           WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static void start(char **arguments) {
    struct winsize size = {.ws_row = SCREEN_ROWS, .ws_col = SCREEN_COLUMNS};
    nanoseconds *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) fail("mmap");
    program = forkpty(&terminal, NULL, NULL, &size);
    if (program < 0) fail("forkpty");
    if (program == 0) {
        *shared = now();
        execvp(arguments[0], arguments);
        perror(arguments[0]);
        _exit(127);
    }
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    take(60000 * MS);
    started = *shared;
}

static size_t bytes_of(const char *hexadecimal, char *out, size_t room) {
    size_t count = 0;
    for (unsigned value; count < room && sscanf(hexadecimal, "%2x", &value) == 1; hexadecimal += 2) out[count++] = (char)value;
    return count;
}

int main(int count, char **arguments) {
    for (int option; (option = getopt(count, arguments, "+q:k")) != -1;) {
        if (option == 'k') screen_is_kitty = true;
        else if (option == 'q') key_quiet = atol(optarg) * MS;
        else return 2;
    }
    if (optind >= count) return 2;
    setlocale(LC_ALL, "");
    struct sched_param priority = {.sched_priority = 1};
    sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority);
    start(arguments + optind);

    char line[4096], key[256];
    while (fgets(line, sizeof line, stdin)) {
        char *fields[5] = {"", "", "", "", ""}, *rest_of_line = line;
        line[strcspn(line, "\n")] = 0;
        for (int i = 0; i < 5 && rest_of_line; i++) fields[i] = strsep(&rest_of_line, "\t");
        const char *step = fields[0];
        #define IS(name) (strcmp(step, name) == 0)
        printf("{\"step\": \"%s\", \"name\": \"%s\"", step, fields[1]);
        if (IS("frame")) frame(atol(fields[2]) * MS, atol(fields[3]) * MS, fields[4]);
        else if (IS("keys")) keys(atol(fields[2]), key, bytes_of(fields[3], key, sizeof key));
        else if (IS("jump")) jump(key, bytes_of(fields[2], key, sizeof key), atol(fields[3]) * MS, fields[4]);
        else if (IS("settle")) settle(atol(fields[2]) * MS);
        else if (IS("pause")) take_until_quiet(atol(fields[2]) * MS, now() + atol(fields[2]) * MS);
        else if (IS("quit")) quit(key, bytes_of(fields[1], key, sizeof key));
        if (screen_is_kitty) printf(", \"pictures\": {\"placed\": %lu}", screen_placed);
        printf(", \"ended\": %s}\n", has_ended ? "true" : "false");
        fflush(stdout);
        if (has_ended && IS("quit")) break;
    }
    if (program > 0 && waitpid(program, NULL, WNOHANG) == 0) { kill(program, SIGKILL); waitpid(program, NULL, 0); }
    return 0;
}
