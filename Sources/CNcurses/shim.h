/* What Swift cannot import of ncursesw: macros, mutable globals, variadic functions.
 * Only `static inline` and `static const`; there is no C file. */
#ifndef STREAMTUI_CNCURSES_SHIM_H
#define STREAMTUI_CNCURSES_SHIM_H

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#include <ncursesw/curses.h>
#include <ncursesw/term.h>

#endif
