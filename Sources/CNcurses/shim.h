/* What Swift cannot import of ncursesw and libc: macros, mutable globals, variadic functions,
 * and the few lines that must run inside a signal handler.
 * Only `static` functions; there is no C file. One Swift file imports this module. */
#ifndef STREAMTUI_CNCURSES_SHIM_H
#define STREAMTUI_CNCURSES_SHIM_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>
#include <ncursesw/curses.h>
#include <ncursesw/term.h>

extern int wcwidth(wchar_t);

static const attr_t CN_BOLD = A_BOLD;
static const attr_t CN_DIM = A_DIM;
static const attr_t CN_ITALIC = A_ITALIC;
static const attr_t CN_UNDERLINE = A_UNDERLINE;
static const attr_t CN_REVERSE = A_REVERSE;

/* The picture that the next update makes of the terminal. Lines are written into it and not into a
 * window: that would be copied here first, all of it. */
static inline WINDOW *cn_picture(void) { return newscr; }
static inline int cn_colors(void) { return COLORS; }
static inline const char *cn_codeset(void) { return nl_langinfo(CODESET); }
/* The strike-through attribute is no part of X/Open curses: terminfo's smxx, where it is known. */

/* Fills a cell directly: setcchar stops at the second spacing code point of a cluster. */
static inline void cn_fill(cchar_t *cell, attr_t attributes, int pair, uint32_t first) {
    memset(cell, 0, sizeof *cell);
    cell->chars[0] = (wchar_t)first;
    cell->attr = attributes | (A_COLOR & COLOR_PAIR(pair > 255 ? 255 : pair));
#if NCURSES_EXT_COLORS
    cell->ext_color = pair;
#endif
}

/* Adds a scalar to a filled cell; the five that fit are numbered from 0. */
static inline void cn_extend(cchar_t *cell, int index, uint32_t scalar) {
    if (index > 0 && index < CCHARW_MAX) cell->chars[index] = (wchar_t)scalar;
}

/* --- where ncurses writes to: a file in memory, so that it never waits for the terminal --------- */

extern long syscall(long, ...);

/* A file that has no name and no disk; negative when the kernel has none (Linux before 3.17). */
static inline int cn_memory_file(void) {
    return (int)syscall(SYS_memfd_create, "streamtui-frame", 1u /* MFD_CLOEXEC */);
}

/* A read returns as soon as there is a byte. Here, for Swift sees the array as a tuple. */
static inline void cn_wait_for_a_byte(struct termios *modes) {
    modes->c_cc[VMIN] = 1;
    modes->c_cc[VTIME] = 0;
}

/* A string of the terminal's description; NULL when it has none of that name. */
static inline const char *cn_capability(const char *name) {
    char copy[32];
    const char *found;
    snprintf(copy, sizeof copy, "%s", name);
    found = tigetstr(copy);
    return found == (const char *)-1 ? NULL : found;
}

/* Moves the first `height` lines of `window` up by `distance`, with nothing left to draw. */
static inline void cn_scroll_window(WINDOW *window, int height, int distance) {
    wsetscrreg(window, 0, height - 1);
    scrollok(window, TRUE);
    wscrl(window, distance);
    scrollok(window, FALSE);
    wsetscrreg(window, 0, getmaxy(window) - 1);
    wtouchln(window, 0, height, 0);
}

/* Bytes for the terminal that do not pass through ncurses. */
struct cn_bytes {
    size_t count;
    char bytes[512];
};

/* Adds a string of the terminal's description without "$<5/>", which asks for a pause. */
static inline void cn_add(struct cn_bytes *out, const char *string) {
    while (*string) {
        const char *end = string[0] == '$' && string[1] == '<' ? strchr(string, '>') : NULL;
        if (end) {
            string = end + 1;
            continue;
        }
        if (out->count < sizeof out->bytes) out->bytes[out->count++] = *string;
        string++;
    }
}

/* Moves the first `height` lines of the terminal up by `distance`, down if negative, and both of
 * ncurses' pictures with them; what comes in is blank. Left to itself ncurses would find the move by
 * comparing all lines, and then compare them all again. What it takes is written to `file`, between
 * two updates. 0, and nothing done, where the terminal has no scrolling region. */
static inline int cn_scroll(int file, int height, int distance) {
    struct cn_bytes out = {0, {0}};
    int up = distance > 0;
    int steps = up ? distance : -distance;
    const char *one = up ? scroll_forward : scroll_reverse;
    const char *many = up ? parm_index : parm_rindex;
    if (!change_scroll_region || !cursor_address || !save_cursor || !restore_cursor) return 0;
    if (!one && !many) return 0;
    cn_add(&out, save_cursor);
    cn_add(&out, tiparm(change_scroll_region, 0, height - 1));
    if (many && strcmp(many, up ? "\033[%p1%dS" : "\033[%p1%dT") == 0) {
        /* Wherever the cursor is (ECMA-48, SU and SD). */
        cn_add(&out, tiparm(many, steps));
    } else {
        cn_add(&out, tiparm(cursor_address, up ? height - 1 : 0, 0));
        if (many && (steps > 1 || !one)) {
            cn_add(&out, tiparm(many, steps));
        } else {
            for (int step = 0; step < steps; step++) cn_add(&out, one);
        }
    }
    cn_add(&out, tiparm(change_scroll_region, 0, getmaxy(newscr) - 1));
    cn_add(&out, restore_cursor);
    if (out.count == sizeof out.bytes) return 0;
    if (write(file, out.bytes, out.count) != (ssize_t)out.count) return 0;
    cn_scroll_window(curscr, height, distance);
    cn_scroll_window(newscr, height, distance);
    return 1;
}

/* Here, for a method named `write` hides the function. */
static inline void cn_write(int file, const void *bytes, size_t count) {
    (void)!write(file, bytes, count);
}

/* Makes ncurses believe that the cells from `first` to before `end` show what no frame does, so that
 * the next update writes them and nothing else of their line. */
static inline void cn_forget_cells(int line, int first, int end) {
    cchar_t unknown;
    cn_fill(&unknown, A_INVIS, 0, '~');
    for (int column = first; column < end; column++) {
        wmove(curscr, line, column);
        wadd_wchnstr(curscr, &unknown, 1);
    }
    wtouchln(curscr, line, 1, 0);
    wtouchln(newscr, line, 1, 1);
}

/* --- signals: a bit, and a byte into a pipe, whatever arrives ------------------------------- */

/* The bits say which; the byte only wakes, so that a full pipe loses nothing. */
static volatile int cn_signal_pipe = -1;

/* Held in a variable where it is used: Swift does not see what only an atomic expression names. */
static inline uint64_t *cn_signals(void) {
    static uint64_t signals = 0;
    return &signals;
}

static inline uint64_t cn_signal_bit(int number) {
    return number > 0 && number <= 64 ? (uint64_t)1 << (number - 1) : 0;
}

static inline void cn_on_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    uint64_t *signals = cn_signals();
    uint64_t bit = cn_signal_bit(number);
    __atomic_fetch_or(signals, bit, __ATOMIC_SEQ_CST);
    if (cn_signal_pipe >= 0) (void)!write(cn_signal_pipe, &byte, 1);
    errno = saved;
}

/* The signals that have come since the last call, as bits. */
static inline uint64_t cn_take_signals(void) {
    uint64_t *signals = cn_signals();
    return __atomic_exchange_n(signals, 0, __ATOMIC_SEQ_CST);
}

/* As if `number` had not come. */
static inline void cn_forget_signal(int number) {
    uint64_t *signals = cn_signals();
    uint64_t others = ~cn_signal_bit(number);
    __atomic_fetch_and(signals, others, __ATOMIC_SEQ_CST);
}

/* Reports `number` on the pipe set by cn_signals_to, and lets it through if the parent blocked it. */
static inline void cn_catch(int number) {
    struct sigaction action;
    sigset_t set;
    memset(&action, 0, sizeof action);
    action.sa_handler = cn_on_signal;
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* Whether `number` is ignored: who starts us with that, as nohup does, wants it so. */
static inline int cn_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
static inline void cn_signals_to(int descriptor) { cn_signal_pipe = descriptor; }
static inline void cn_default(int number) { signal(number, SIG_DFL); }
static inline void cn_ignore(int number) { signal(number, SIG_IGN); }

/* --- the crash guard: the terminal as it was, at once, and the same death -------------------- */

struct cn_guard {
    struct termios modes;
    char bytes[1024];
    size_t length;
    int input;
    volatile int output;
    char stack[64 * 1024];
};

/* The one guard: inside a function, for Swift emits no aggregate that a header defines. */
static inline struct cn_guard *cn_the_guard(void) {
    static struct cn_guard guard = {.output = -1};
    return &guard;
}

/* `output` does not block: where it takes no more, what it holds is thrown away for this. */
static inline void cn_on_crash(int number) {
    struct cn_guard *guard = cn_the_guard();
    if (guard->output >= 0) {
        if (write(guard->output, guard->bytes, guard->length) != (ssize_t)guard->length) {
            tcflush(guard->output, TCOFLUSH);
            (void)!write(guard->output, guard->bytes, guard->length);
        }
        tcsetattr(guard->input, TCSANOW, &guard->modes);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* Arms the guard: `bytes` go to `output`, and `input` gets `modes`, when the process dies of a
 * fault. */
static inline void cn_guard_arm(int input, int output, const char *bytes,
                                const struct termios *modes) {
    static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS};
    struct cn_guard *guard = cn_the_guard();
    stack_t alternate;
    struct sigaction action;
    size_t i;
    memset(&alternate, 0, sizeof alternate);
    alternate.ss_sp = guard->stack;
    alternate.ss_size = sizeof guard->stack;
    sigaltstack(&alternate, NULL);
    guard->output = -1;
    guard->length = strnlen(bytes, sizeof guard->bytes);
    memcpy(guard->bytes, bytes, guard->length);
    guard->modes = *modes;
    guard->input = input;
    guard->output = output;
    memset(&action, 0, sizeof action);
    action.sa_handler = cn_on_crash;
    action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESETHAND;
    for (i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, NULL);
}
static inline void cn_guard_disarm(void) { cn_the_guard()->output = -1; }

#endif
