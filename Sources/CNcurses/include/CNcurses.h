/* The parts of ncursesw and libc that Swift cannot import: macros, mutable globals, variadic
 * functions, and the few lines that run inside a signal handler.
 *
 * One Swift file imports this module. Inline here are only functions that run for each cell; they
 * keep no state, for Swift copies them into the files that call them. */
#ifndef STREAMTUI_CNCURSES_H
#define STREAMTUI_CNCURSES_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>
#include <ncursesw/curses.h>

/* wchar.h declares it only for some feature macros. */
extern int wcwidth(wchar_t);

/* --- cells ------------------------------------------------------------------------------------ */

/* ncurses' picture of the terminal after the next update. Lines are written into it and not into a
 * window, which ncurses would copy here first, whole. */
static inline WINDOW *cn_picture(void) { return newscr; }
static inline int cn_colors(void) { return COLORS; }

static inline attr_t cn_bold(void) { return A_BOLD; }
static inline attr_t cn_dim(void) { return A_DIM; }
static inline attr_t cn_italic(void) { return A_ITALIC; }
static inline attr_t cn_underline(void) { return A_UNDERLINE; }
static inline attr_t cn_reverse(void) { return A_REVERSE; }

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

/* Moves the first `height` lines of the terminal up by `distance`, down if negative, and both of
 * ncurses' pictures with them; the lines that come in are blank. Left to itself ncurses would find
 * the move by comparing all lines, and then compare them all again. The bytes that move the terminal
 * go to `file`, so this must stand between two updates. Returns 0, and does nothing, where the
 * terminal has no scrolling region. */
int cn_scroll(int file, int height, int distance);

/* Makes ncurses believe that the cells from `first` to before `end` show a character that no frame
 * has, so that the next update writes them and nothing else of their line. */
void cn_forget_cells(int line, int first, int end);

/* --- the terminal's description and locale ---------------------------------------------------- */

/* A string of the terminal's description; NULL when it has none of that name. */
const char *cn_capability(const char *name);

/* Copies `string`, at most `room` bytes of it, without "$<5/>", which asks for a pause (terminfo(5),
 * "Delays and Padding"). Returns the number of bytes copied; no zero byte is added. */
size_t cn_without_pauses(const char *string, char *bytes, size_t room);

/* The name of the locale's charset. */
const char *cn_codeset(void);

/* --- files and modes -------------------------------------------------------------------------- */

/* A file without a name and a disk; negative when the kernel has none (Linux before 3.17). ncurses
 * writes to one, so that it never waits for the terminal. */
int cn_memory_file(void);

/* Writes all of `bytes` to a file that takes all of them. */
void cn_write(int file, const void *bytes, size_t count);

/* A read returns as soon as there is a byte. Swift sees the array of these settings as a tuple. */
void cn_wait_for_a_byte(struct termios *modes);

/* --- signals: a bit, and a byte into a pipe ---------------------------------------------------- */

/* Reports caught signals on `descriptor` from now on: a byte for each, which only wakes the reader.
 * The bits of cn_take_signals say which came, so that a full pipe loses nothing. */
void cn_signals_to(int descriptor);

/* Reports `number`, and unblocks it if the parent blocked it. */
void cn_catch(int number);

/* The signals that have come since the last call, number n as bit n - 1. */
uint64_t cn_take_signals(void);

/* As if `number` had not come. */
void cn_forget_signal(int number);

/* Whether `number` is ignored: a parent that starts us so, as nohup does, wants it so. */
int cn_is_ignored(int number);
void cn_default(int number);
void cn_ignore(int number);

/* --- the crash guard: the terminal as it was, at once, and the same death ---------------------- */

/* From now on `bytes`, at most 1,024, go to `output` and `input` gets `modes` when the process dies
 * of a fault. `output` must not block: when it takes no more, the bytes that it holds are dropped. */
void cn_guard_arm(int input, int output, const char *bytes, const struct termios *modes);
void cn_guard_disarm(void);

#endif
