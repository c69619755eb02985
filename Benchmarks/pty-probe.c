/* pty-probe: runs one full-screen program in a 120x40 pseudo-terminal, plays keys and times its output.
 *
 *   pty-probe [-i FILE] [-q MS] [-k] -- PROGRAM ARGUMENTS... <STEPS
 *
 * -i: FILE comes to the program through a pipe; -q: the quiet that ends the answer to one key (10 ms); -k: the terminal is
 * kitty 0.41.1, and each step says what it has got of pictures.
 *
 * Steps, one a line, fields separated by tabs; KEY is in hexadecimal, times are in milliseconds:
 *
 *   frame NAME QUIET TIMEOUT TEXT     wait until TEXT is on the screen, then for QUIET without a byte
 *   keys NAME COUNT KEY ROUND HOME    one at a time: to the last byte before the quiet; then a random pause.
 *                                     After each ROUND of them (0: never) HOME, untimed, brings the beginning back
 *   busy NAME COUNT KEY UNTIL         one at a time without a pause, until UNTIL after exec: to the last byte above the status line
 *   burst NAME COUNT KEY QUIET        all at once: to the last byte before QUIET without one and under 5 % of a processor
 *   jump NAME KEY TIMEOUT TEXT        until TEXT stands above the status line (empty: until anything changes there)
 *   rest NAME COUNT KEY DELAY         key, then silence: the last byte of what comes DELAY later, counted from there
 *   complete NAME COUNT KEY TIMES DELAY
 *                                     with -k: KEY so many times, then silence: when each picture with cells on the screen is
 *                                     there, counted from DELAY after the last key, and the bytes of pictures before that
 *   settle NAME TIMEOUT               until 300 ms without a byte and under 5 % of a processor
 *   idle NAME TIME                    processor time and wake-ups without input
 *   screen NAME                       what stands on the screen
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
static pid_t program, feeder;
static bool has_ended;
static nanoseconds started, last_byte, last_body_byte;
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
    if (screen_body_touched()) last_body_byte = last_byte;
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
struct usage { uint64_t run, wakeups; long peak_kilobytes, anonymous_kilobytes; };

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
        usage->anonymous_kilobytes += (long)number_after(path, "RssAnon:");
        snprintf(path, sizeof path, "/proc/%d/task", process);
        DIR *tasks = opendir(path);
        for (struct dirent *task; tasks && (task = readdir(tasks));) {
            if (!isdigit((unsigned char)task->d_name[0])) continue;
            snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", process, task->d_name);
            usage->run += number_after(path, "");
            snprintf(path, sizeof path, "/proc/%d/task/%.16s/status", process, task->d_name);
            usage->wakeups += number_after(path, "voluntary_ctxt_switches:");
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

static void say_string(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        if ((unsigned char)*text < 0x20) printf("\\u%04x", *text); else putchar(*text);
    }
    putchar('"');
}

static void say_screen(void) {
    char line[SCREEN_COLUMNS * 4 + 1];
    printf(", \"screen\": [");
    for (int row = 0; row < SCREEN_ROWS; row++) {
        screen_row(row, line);
        if (row > 0) printf(", ");
        say_string(line);
    }
    printf("]");
}

static double ms(nanoseconds time) { return (double)time / 1e6; }

static void frame(nanoseconds quiet, nanoseconds timeout, const char *text) {
    nanoseconds deadline = now() + timeout;
    bool shown = screen_shows(text, false);
    nanoseconds seen = shown ? last_byte : 0;
    while (!shown && !has_ended && now() < deadline)
        if (take(deadline - now()) && (shown = screen_shows(text, false))) seen = last_byte;
    nanoseconds last = seen;
    if (shown) {
        /* The frame that shows the text ends where the first quiet begins, which is now already past its beginning. */
        take_until_quiet(quiet, deadline);
        last = last_byte;
    }
    printf(", \"shown\": %s, \"text_ms\": %.3f, \"ms\": %.3f", shown ? "true" : "false", ms(seen - started), ms(last - started));
    if (!shown) say_screen();
}

struct way_back { long round; char key[64]; size_t size; };

static void keys(long count, const char *key, size_t size, struct way_back back, bool is_busy, nanoseconds until) {
    static const nanoseconds timeout = 1000000000;
    nanoseconds *times = calloc((size_t)count + 1, sizeof *times), *sent = calloc((size_t)count + 1, sizeof *sent);
    if (!times || !sent) fail("calloc");
    uint64_t before = bytes_read, run = usage_now().run;
    long played = 0, lost = 0;
    unsigned random_state = 1;
    while (played < count && lost < 3 && !has_ended) {
        while (take(0)) {}
        nanoseconds start = now();
        if (is_busy && (start - started > until || (feeder && waitpid(feeder, NULL, WNOHANG) != 0))) break;
        last_byte = last_body_byte = 0;
        send_keys(key, size);
        for (nanoseconds limit = start + timeout; !has_ended && now() < limit;) {
            nanoseconds seen = is_busy ? last_body_byte : last_byte;
            nanoseconds left = seen ? seen + key_quiet - now() : limit - now();
            if (left <= 0) break;
            take(left);
        }
        nanoseconds last = is_busy ? last_body_byte : last_byte;
        if (last == 0) { lost++; continue; }
        lost = 0;
        sent[played] = start - started;
        times[played++] = last - start;
        random_state = random_state * 1103515245u + 12345u;
        struct timespec pause = {.tv_nsec = (long)(random_state >> 8) % (3 * MS)};
        if (!is_busy) nanosleep(&pause, NULL);
        if (back.round > 0 && played % back.round == 0 && played < count) {
            uint64_t here = bytes_read;
            send_keys(back.key, back.size);
            take_until_quiet(20 * MS, now() + timeout);
            before += bytes_read - here;
        }
    }
    printf(", \"lost\": %ld, \"bytes\": %lu, \"cpu_us\": %.1f", lost, bytes_read - before, (double)(usage_now().run - run) / 1e3);
    printf(", \"ms\": [");
    for (long i = 0; i < played; i++) printf("%s%.4f", i ? ", " : "", ms(times[i]));
    printf("], \"sent_ms\": [");
    for (long i = 0; i < played && is_busy; i++) printf("%s%.1f", i ? ", " : "", ms(sent[i]));
    printf("]");
    free(times);
    free(sent);
}

static void burst(long count, const char *key, size_t size, nanoseconds quiet) {
    char *all = malloc((size_t)count * size + 1);
    if (!all) fail("malloc");
    for (long i = 0; i < count; i++) memcpy(all + (size_t)i * size, key, size);
    uint64_t before = bytes_read;
    nanoseconds start = now();
    last_byte = start;
    send_keys(all, (size_t)count * size);
    free(all);
    nanoseconds deadline = start + 300000 * MS;
    for (bool is_done = false; !is_done && !has_ended && now() < deadline;) {
        take_until_quiet(quiet / 2, deadline);
        uint64_t run = usage_now().run;
        is_done = !take(quiet / 2) && usage_now().run - run < (uint64_t)quiet / 40;
    }
    printf(", \"ms\": %.3f, \"bytes\": %lu", ms(last_byte - start), bytes_read - before);
}

static void jump(const char *key, size_t size, nanoseconds timeout, const char *text) {
    while (take(0)) {}
    nanoseconds start = now(), end = 0;
    last_body_byte = 0;
    send_keys(key, size);
    while (!end && !has_ended && now() < start + timeout)
        if (take(start + timeout - now()) && (*text ? screen_shows(text, true) : last_body_byte != 0)) end = last_byte;
    bool shown = end != 0;
    if (shown) {
        /* What else belongs to the frame is written at once. */
        while (take(5 * MS)) end = last_byte;
    }
    printf(", \"shown\": %s", shown ? "true" : "false");
    if (shown) printf(", \"ms\": %.3f", ms(end - start)); else printf(", \"ms\": null");
    say_screen();
}

static void rest(long count, const char *key, size_t size, nanoseconds delay) {
    printf(", \"ms\": [");
    for (long i = 0; i < count && !has_ended; i++) {
        nanoseconds start = now();
        send_keys(key, size);
        while (now() < start + delay / 2) take(start + delay / 2 - now());
        last_body_byte = 0;
        while (now() < start + delay * 3) take(start + delay * 3 - now());
        if (last_body_byte) printf("%s%.3f", i ? ", " : "", ms(last_body_byte - start - delay));
        else printf("%snull", i ? ", " : "");
    }
    printf("]");
}

static void complete(long count, const char *key, size_t size, long times, nanoseconds delay) {
    static const nanoseconds timeout = 5000000000;
    nanoseconds *done = calloc((size_t)count + 1, sizeof *done);
    int *visible = calloc((size_t)count + 1, sizeof *visible), missing;
    uint64_t early = 0;
    if (!done || !visible) fail("calloc");
    for (long i = 0; i < count && !has_ended; i++) {
        uint64_t before = screen_pictures.bytes;
        nanoseconds key_at = 0;
        for (long j = 0; j < times; j++) {
            send_keys(key, size);
            nanoseconds sent = key_at = now();
            while (now() < sent + 20 * MS) take(sent + 20 * MS - now());
        }
        /* Rest begins after the last key was handled, so within a millisecond after it was sent. What this program, delayed by
         * others, reads later does not count as early. */
        nanoseconds start = key_at + delay;
        early += screen_pictures.bytes - before;
        while (now() < start) {
            before = screen_pictures.bytes;
            if (take(start - now()) && last_byte < start) early += screen_pictures.bytes - before;
        }
        visible[i] = screen_visible_pictures(&missing);
        while (missing > 0 && !has_ended && now() < start + timeout) {
            take(MS);
            screen_visible_pictures(&missing);
        }
        done[i] = missing > 0 ? -1 : last_byte < start ? 0 : last_byte - start;
        take_until_quiet(100 * MS, now() + timeout);
    }
    printf(", \"early_bytes\": %lu, \"visible\": [", early);
    for (long i = 0; i < count; i++) printf("%s%d", i ? ", " : "", visible[i]);
    printf("], \"ms\": [");
    for (long i = 0; i < count; i++) printf("%s%.3f", i ? ", " : "", ms(done[i]));
    printf("]");
    free(done);
    free(visible);
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

static void idle(nanoseconds time) {
    struct usage before = usage_now();
    nanoseconds end = now() + time;
    uint64_t bytes = bytes_read;
    while (!has_ended && now() < end) take(end - now());
    struct usage after = usage_now();
    printf(", \"cpu_ms\": %.3f, \"wakeups\": %lu, \"bytes\": %lu", (double)(after.run - before.run) / 1e6,
           after.wakeups - before.wakeups, bytes_read - bytes);
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
    printf(", \"rss_mb\": %.1f, \"anonymous_mb\": %.1f, \"cpu_ms\": %.1f, \"status\": %d", (double)usage.peak_kilobytes / 1024,
           (double)usage.anonymous_kilobytes / 1024, (double)usage.run / 1e6, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static void feed(const char *path, int out) {
    static char buffer[1 << 16];
    int in = open(path, O_RDONLY);
    signal(SIGPIPE, SIG_DFL);
    for (ssize_t count; (count = read(in, buffer, sizeof buffer)) > 0;)
        for (ssize_t done = 0, sent; done < count; done += sent)
            if ((sent = write(out, buffer + done, (size_t)(count - done))) < 0) _exit(1);
    _exit(0);
}

static void start(char **arguments, const char *piped) {
    struct winsize size = {.ws_row = SCREEN_ROWS, .ws_col = SCREEN_COLUMNS};
    nanoseconds *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int through[2] = {-1, -1};
    if (shared == MAP_FAILED || (piped && pipe2(through, O_CLOEXEC) < 0)) fail("set-up");
    program = forkpty(&terminal, NULL, NULL, &size);
    if (program < 0) fail("forkpty");
    if (program == 0) {
        if (piped) dup2(through[0], 0);
        *shared = now();
        execvp(arguments[0], arguments);
        perror(arguments[0]);
        _exit(127);
    }
    if (piped && (feeder = fork()) == 0) {
        close(terminal);
        close(through[0]);
        feed(piped, through[1]);
    }
    if (piped) { close(through[0]); close(through[1]); }
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
    const char *piped = NULL;
    for (int option; (option = getopt(count, arguments, "+i:q:k")) != -1;) {
        if (option == 'i') piped = optarg;
        else if (option == 'k') screen_is_kitty = true;
        else if (option == 'q') key_quiet = atol(optarg) * MS;
        else return 2;
    }
    if (optind >= count) return 2;
    setlocale(LC_ALL, "");
    struct sched_param priority = {.sched_priority = 1};
    sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority);
    start(arguments + optind, piped);

    char line[4096], key[256];
    while (fgets(line, sizeof line, stdin)) {
        char *fields[6] = {"", "", "", "", "", ""}, *rest_of_line = line;
        line[strcspn(line, "\n")] = 0;
        for (int i = 0; i < 6 && rest_of_line; i++) fields[i] = strsep(&rest_of_line, "\t");
        const char *step = fields[0];
        #define IS(name) (strcmp(step, name) == 0)
        printf("{\"step\": \"%s\", \"name\": \"%s\"", step, fields[1]);
        struct way_back back = {0};
        uint64_t picture_bytes = screen_pictures.bytes;
        if (IS("frame")) frame(atol(fields[2]) * MS, atol(fields[3]) * MS, fields[4]);
        else if (IS("keys")) {
            back.round = atol(fields[4]);
            back.size = bytes_of(fields[5], back.key, sizeof back.key);
            keys(atol(fields[2]), key, bytes_of(fields[3], key, sizeof key), back, false, 0);
        } else if (IS("busy")) keys(atol(fields[2]), key, bytes_of(fields[3], key, sizeof key), back, true, atol(fields[4]) * MS);
        else if (IS("burst")) burst(atol(fields[2]), key, bytes_of(fields[3], key, sizeof key), atol(fields[4]) * MS);
        else if (IS("jump")) jump(key, bytes_of(fields[2], key, sizeof key), atol(fields[3]) * MS, fields[4]);
        else if (IS("rest")) rest(atol(fields[2]), key, bytes_of(fields[3], key, sizeof key), atol(fields[4]) * MS);
        else if (IS("complete")) complete(atol(fields[2]), key, bytes_of(fields[3], key, sizeof key), atol(fields[4]), atol(fields[5]) * MS);
        else if (IS("settle")) settle(atol(fields[2]) * MS);
        else if (IS("idle")) idle(atol(fields[2]) * MS);
        else if (IS("screen")) say_screen();
        else if (IS("quit")) quit(key, bytes_of(fields[1], key, sizeof key));
        if (screen_is_kitty) {
            struct screen_pictures *all = &screen_pictures;
            printf(", \"picture_bytes\": %lu, \"pictures\": {\"bytes\": %lu, \"placed\": %lu, \"alive\": %lu, \"most_alive\": %lu, \"pixels\": %lu, "
                   "\"most_pixels\": %lu, \"faults\": %lu}", all->bytes - picture_bytes, all->bytes, all->placed, all->alive, all->most_alive,
                   all->pixels, all->most_pixels, all->faults);
        }
        printf(", \"ended\": %s}\n", has_ended ? "true" : "false");
        fflush(stdout);
        if (has_ended && IS("quit")) break;
    }
    if (feeder) kill(feeder, SIGKILL);
    if (program > 0 && waitpid(program, NULL, WNOHANG) == 0) { kill(program, SIGKILL); waitpid(program, NULL, 0); }
    return 0;
}
