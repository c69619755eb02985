#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CNcurses.h"

#include <errno.h>
#include <langinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <ncursesw/term.h>

/* --- cells ------------------------------------------------------------------------------------ */

static SCREEN *screen_in_use;

void cn_use(SCREEN *screen) {
    if (screen == screen_in_use) return;
    set_term(screen);
    screen_in_use = screen;
}

static int resizes;

void cn_resize(int height, int width) {
    resizes++;
    resizeterm(height, width);
}

int cn_resizes(void) { return resizes; }

/* Moves the first `height` lines of `window` up by `distance` and marks them as drawn. */
static void scroll_window(WINDOW *window, int height, int distance) {
    wsetscrreg(window, 0, height - 1);
    scrollok(window, TRUE);
    wscrl(window, distance);
    scrollok(window, FALSE);
    wsetscrreg(window, 0, getmaxy(window) - 1);
    wtouchln(window, 0, height, 0);
}

/* Collects bytes for the terminal that bypass ncurses. */
struct output {
    size_t count;
    char bytes[512];
};

static void add(struct output *out, const char *string) {
    out->count +=
        cn_without_pauses(string, out->bytes + out->count, sizeof out->bytes - out->count);
}

int cn_scroll(int file, int height, int distance) {
    struct output out = {0, {0}};
    int up = distance > 0;
    int steps = up ? distance : -distance;
    const char *one = up ? scroll_forward : scroll_reverse;
    const char *many = up ? parm_index : parm_rindex;
    if (!change_scroll_region || !cursor_address || !save_cursor || !restore_cursor) return 0;
    if (!one && !many) return 0;
    add(&out, save_cursor);
    add(&out, tiparm(change_scroll_region, 0, height - 1));
    if (many && strcmp(many, up ? "\033[%p1%dS" : "\033[%p1%dT") == 0) {
        /* SU and SD do not depend on the position of the cursor (ECMA-48). */
        add(&out, tiparm(many, steps));
    } else {
        add(&out, tiparm(cursor_address, up ? height - 1 : 0, 0));
        if (many && (steps > 1 || !one)) {
            add(&out, tiparm(many, steps));
        } else {
            for (int step = 0; step < steps; step++) add(&out, one);
        }
    }
    add(&out, tiparm(change_scroll_region, 0, getmaxy(newscr) - 1));
    add(&out, restore_cursor);
    if (out.count == sizeof out.bytes) return 0;
    if (write(file, out.bytes, out.count) != (ssize_t)out.count) return 0;
    scroll_window(curscr, height, distance);
    scroll_window(newscr, height, distance);
    return 1;
}

void cn_forget_cells(int line, int first, int end) {
    cchar_t unknown;
    cn_fill(&unknown, A_INVIS, 0, '~');
    for (int column = first; column < end; column++) {
        wmove(curscr, line, column);
        wadd_wchnstr(curscr, &unknown, 1);
    }
    wtouchln(curscr, line, 1, 0);
    wtouchln(newscr, line, 1, 1);
}

/* --- the terminal's description and locale ---------------------------------------------------- */

int cn_described_colors(const char *term) {
    TERMINAL *before = cur_term;
    int error = 0, result;
    char copy[256];
    snprintf(copy, sizeof copy, "%s", term);
    /* With a place for the error, setupterm returns instead of ending the program. */
    if (setupterm(copy, STDOUT_FILENO, &error) != OK) return -3;
    result = cn_capability("cup") && cn_capability("clear") ? tigetnum("colors") : -2;
    del_curterm(cur_term);
    set_curterm(before);
    return result;
}

const char *cn_capability(const char *name) {
    /* tigetstr's parameter is not const. */
    char copy[32];
    const char *found;
    snprintf(copy, sizeof copy, "%s", name);
    found = tigetstr(copy);
    return found == (const char *)-1 ? NULL : found;
}

size_t cn_without_pauses(const char *string, char *bytes, size_t room) {
    size_t count = 0;
    while (*string && count < room) {
        const char *end = string[0] == '$' && string[1] == '<' ? strchr(string, '>') : NULL;
        if (end) {
            string = end + 1;
        } else {
            bytes[count++] = *string++;
        }
    }
    return count;
}

const char *cn_codeset(void) { return nl_langinfo(CODESET); }

/* --- files and modes -------------------------------------------------------------------------- */

int cn_memory_file(void) {
    return (int)syscall(SYS_memfd_create, "streamtui-frame", 1u /* MFD_CLOEXEC */);
}

void cn_write(int file, const void *bytes, size_t count) { (void)!write(file, bytes, count); }

void cn_wait_for_a_byte(struct termios *modes) {
    modes->c_cc[VMIN] = 1;
    modes->c_cc[VTIME] = 0;
}

/* --- the crash guard -------------------------------------------------------------------------- */

static struct {
    struct termios modes;
    char bytes[8192];
    size_t length;
    int input;
    /* Negative while the guard is not armed; assigned last when it is armed. */
    _Atomic int output;
    char stack[64 * 1024];
} guard = {.output = -1};

/* The signal that is to end the program within a second; 0 if none has come since the guard was armed. */
static _Atomic int ending_signal = 0;

/* Seconds that the loop has to give the terminal back after a signal that ends the program. */
enum { ending_seconds = 1 };

static void on_crash(int number) {
    int output = atomic_load(&guard.output);
    if (output >= 0) {
        if (write(output, guard.bytes, guard.length) != (ssize_t)guard.length) {
            tcflush(output, TCOFLUSH);
            (void)!write(output, guard.bytes, guard.length);
        }
        tcsetattr(guard.input, TCSANOW, &guard.modes);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void cn_guard_arm(int input, int output, const char *bytes, const struct termios *modes) {
    static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS};
    stack_t alternate;
    struct sigaction action;
    memset(&alternate, 0, sizeof alternate);
    alternate.ss_sp = guard.stack;
    alternate.ss_size = sizeof guard.stack;
    sigaltstack(&alternate, NULL);
    cn_guard_disarm();
    guard.length = strnlen(bytes, sizeof guard.bytes);
    memcpy(guard.bytes, bytes, guard.length);
    guard.modes = *modes;
    guard.input = input;
    atomic_store(&guard.output, output);
    memset(&action, 0, sizeof action);
    action.sa_handler = on_crash;
    action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESETHAND;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, NULL);
}

void cn_guard_disarm(void) {
    atomic_store(&guard.output, -1);
    if (atomic_exchange(&ending_signal, 0) != 0) alarm(0);
}

/* Lets the guard end the program if the loop, which may be busy for good, does not. */
static void end_in_time(int number) {
    int none = 0;
    if (number != SIGHUP && number != SIGTERM && number != SIGINT && number != SIGQUIT) return;
    if (atomic_load(&guard.output) < 0) return;
    if (atomic_compare_exchange_strong(&ending_signal, &none, number)) alarm(ending_seconds);
}

/* --- signals ---------------------------------------------------------------------------------- */

static _Atomic int signal_pipe = -1;
static _Atomic uint64_t signals = 0;

static uint64_t bit(int number) {
    return number > 0 && number <= 64 ? (uint64_t)1 << (number - 1) : 0;
}

static void on_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    int descriptor = atomic_load(&signal_pipe);
    int ending = number == SIGALRM ? atomic_load(&ending_signal) : 0;
    if (ending != 0) {
        on_crash(ending);
        return;
    }
    atomic_fetch_or(&signals, bit(number));
    if (descriptor >= 0) (void)!write(descriptor, &byte, 1);
    end_in_time(number);
    errno = saved;
}

void cn_signals_to(int descriptor) { atomic_store(&signal_pipe, descriptor); }

void cn_signals_off(int descriptor) {
    atomic_compare_exchange_strong(&signal_pipe, &descriptor, -1);
}

void cn_catch(int number) {
    struct sigaction action;
    sigset_t set;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

uint64_t cn_take_signals(void) { return atomic_exchange(&signals, 0); }
void cn_forget_signal(int number) { atomic_fetch_and(&signals, ~bit(number)); }

int cn_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void cn_default(int number) { signal(number, SIG_DFL); }
void cn_ignore(int number) { signal(number, SIG_IGN); }

/* --- the build ---------------------------------------------------------------------------------- */

/* script/build links an object with the facts in the place of this one. */
__attribute__((weak)) const char streamtui_build_facts[] = "";

const char *cn_build_facts(void) { return streamtui_build_facts; }
