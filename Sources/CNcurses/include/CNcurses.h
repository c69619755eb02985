/* The parts of ncursesw and libc that Swift cannot import: macros, mutable globals, variadic
 * functions, and the few lines that run inside a signal handler.
 *
 * Only one Swift file imports this module. Only functions that run for each cell are inline; they
 * keep no state, because Swift copies them into the files that call them. */
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

/* wchar.h declares wcwidth only for some feature macros. */
extern int wcwidth(wchar_t);

/* --- cells ------------------------------------------------------------------------------------ */

/* Returns ncurses' picture of the terminal after the next update. Lines are written into it rather
 * than into a window, which ncurses would first copy here as a whole. */
static inline WINDOW *cn_picture(void) { return newscr; }
static inline int cn_colors(void) { return COLORS; }

static inline attr_t cn_bold(void) { return A_BOLD; }
static inline attr_t cn_dim(void) { return A_DIM; }
static inline attr_t cn_italic(void) { return A_ITALIC; }
static inline attr_t cn_underline(void) { return A_UNDERLINE; }
static inline attr_t cn_reverse(void) { return A_REVERSE; }

/* Makes `screen` the one that all other calls are about. ncurses keeps one of several in globals; a
 * call for the screen that is in use already costs a comparison. Threads must not share it. */
void cn_use(SCREEN *screen);

/* Resizes the screen in use. ncurses keeps the windows of all screens in one list and resizes those
 * of the others, too: they must not be used any more. cn_resizes counts the calls. */
void cn_resize(int height, int width);
int cn_resizes(void);

/* Fills a cell directly: setcchar stops at the second spacing code point of a cluster. */
static inline void cn_fill(cchar_t *cell, attr_t attributes, int pair, uint32_t first) {
    memset(cell, 0, sizeof *cell);
    cell->chars[0] = (wchar_t)first;
    cell->attr = attributes | (A_COLOR & COLOR_PAIR(pair > 255 ? 255 : pair));
#if NCURSES_EXT_COLORS
    cell->ext_color = pair;
#endif
}

/* Adds a scalar to a filled cell. `index` is 1 to 4: a cell has room for five, the first is 0. */
static inline void cn_extend(cchar_t *cell, int index, uint32_t scalar) {
    if (index > 0 && index < CCHARW_MAX) cell->chars[index] = (wchar_t)scalar;
}

/* Moves the first `height` lines of the terminal up by `distance`, down if negative, and both of
 * ncurses' pictures with them; new lines are blank. ncurses itself would detect the move by
 * comparing all lines, and would then compare them all again. The bytes that move the terminal are
 * written to `file`, so call this only between two updates. Returns 0, and does nothing, if the
 * terminal has no scrolling region. */
int cn_scroll(int file, int height, int distance);

/* Makes ncurses assume that the cells from `first` to before `end` show a character that no frame
 * has, so that the next update writes exactly these cells of the line. */
void cn_forget_cells(int line, int first, int end);

/* --- the terminal's description and locale ---------------------------------------------------- */

/* Returns a string of the terminal's description; NULL if it has none of that name. */
const char *cn_capability(const char *name);

/* Returns the number of colours in the description of the terminal type `term`: -1 for none, -2 if the
 * type cannot place the cursor, -3 if it has no description. */
int cn_described_colors(const char *term);

/* Copies at most `room` bytes of `string` without requests for pauses such as "$<5/>" (terminfo(5),
 * "Delays and Padding"). Returns the number of bytes copied; no zero byte is added. */
size_t cn_without_pauses(const char *string, char *bytes, size_t room);

/* Returns the name of the locale's charset. */
const char *cn_codeset(void);

/* --- files and modes -------------------------------------------------------------------------- */

/* Opens a nameless file in memory; returns a negative number if the kernel does not support them
 * (Linux before 3.17). ncurses writes to such a file, so that it never waits for the terminal. */
int cn_memory_file(void);

/* Writes all of `bytes` to a file in memory, which accepts all of them. */
void cn_write(int file, const void *bytes, size_t count);

/* Makes a read return as soon as there is a byte. Written in C because Swift imports the array of
 * these settings as a tuple. */
void cn_wait_for_a_byte(struct termios *modes);

/* --- signals: a bit, and a byte into a pipe --------------------------------------------------- */

/* Reports caught signals on `descriptor` from now on: a byte for each, which only wakes the reader.
 * The bits of cn_take_signals identify the signals, so a full pipe loses none. */
void cn_signals_to(int descriptor);
/* Ends that, if the descriptor is still this one. */
void cn_signals_off(int descriptor);

/* Reports `number`, and unblocks it if the parent blocked it. */
void cn_catch(int number);

/* Returns the signals caught since the last call, number n as bit n - 1. */
uint64_t cn_take_signals(void);

/* Discards the signal `number` if it was caught. */
void cn_forget_signal(int number);

/* Whether `number` is ignored, as after nohup: a parent that arranges this wants it to stay so. */
int cn_is_ignored(int number);
void cn_default(int number);
void cn_ignore(int number);

/* --- the crash guard: restores the terminal and dies of the same signal ----------------------- */

/* Restores the terminal when the process crashes, and a second after SIGHUP, SIGINT, SIGQUIT or SIGTERM was caught
 * unless the guard is disarmed by then: writes `bytes`, at most 1,024, to `output` and
 * sets `modes` on `input`. `output` must not block: if it accepts no more, its pending bytes are
 * dropped. */
void cn_guard_arm(int input, int output, const char *bytes, const struct termios *modes);
void cn_guard_disarm(void);

/* --- the build ---------------------------------------------------------------------------------- */

/* The facts that script/build links in, a line for each: a name, a blank and a value. Empty in other
 * builds. */
const char *cn_build_facts(void);

#endif
