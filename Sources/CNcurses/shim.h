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

static inline WINDOW *cn_stdscr(void) { return stdscr; }
static inline FILE *cn_stdout(void) { return stdout; }
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

/* --- signals: a byte into a pipe, and nothing else, whatever arrives ------------------------ */

static volatile int cn_signal_pipe = -1;

static inline void cn_on_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    if (cn_signal_pipe >= 0) (void)!write(cn_signal_pipe, &byte, 1);
    errno = saved;
}

/* Reports `number` as a byte on the pipe set by cn_signals_to. */
static inline void cn_catch(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = cn_on_signal;
    sigfillset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, NULL);
}
static inline void cn_signals_to(int descriptor) { cn_signal_pipe = descriptor; }
static inline void cn_default(int number) { signal(number, SIG_DFL); }
static inline void cn_ignore(int number) { signal(number, SIG_IGN); }

/* --- the crash guard: the terminal as it was, at once, and the same death -------------------- */

struct cn_guard {
    struct termios modes;
    char bytes[512];
    size_t length;
    volatile int terminal;
    char stack[64 * 1024];
};

/* The one guard: inside a function, for Swift emits no aggregate that a header defines. */
static inline struct cn_guard *cn_the_guard(void) {
    static struct cn_guard guard = {.terminal = -1};
    return &guard;
}

static inline void cn_on_crash(int number) {
    struct cn_guard *guard = cn_the_guard();
    if (guard->terminal >= 0) {
        (void)!write(guard->terminal, guard->bytes, guard->length);
        tcsetattr(guard->terminal, TCSANOW, &guard->modes);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* Arms the guard: `bytes` are written and `modes` set when the process dies of a fault. */
static inline void cn_guard_arm(int terminal, const char *bytes, const struct termios *modes) {
    static const int faults[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS};
    struct cn_guard *guard = cn_the_guard();
    stack_t alternate;
    struct sigaction action;
    size_t i;
    memset(&alternate, 0, sizeof alternate);
    alternate.ss_sp = guard->stack;
    alternate.ss_size = sizeof guard->stack;
    sigaltstack(&alternate, NULL);
    guard->length = strnlen(bytes, sizeof guard->bytes);
    memcpy(guard->bytes, bytes, guard->length);
    guard->modes = *modes;
    guard->terminal = terminal;
    memset(&action, 0, sizeof action);
    action.sa_handler = cn_on_crash;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, NULL);
}
static inline void cn_guard_disarm(void) { cn_the_guard()->terminal = -1; }

#endif
