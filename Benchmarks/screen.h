/* The least of a terminal that is needed to say what stands on its screen: xterm-256color's movements,
 * erasures, insertions, deletions and scrolls, without colours. */
#ifndef BENCHMARKS_SCREEN_H
#define BENCHMARKS_SCREEN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCREEN_ROWS = 40, SCREEN_COLUMNS = 120 };

/* Takes in what the program wrote. Answers to its questions are appended to `answer`, which holds up to
 * `room` bytes; returns how many. */
size_t screen_take(const uint8_t *bytes, size_t count, char *answer, size_t room);

/* Whether anything was written above the last row, which is the status line, since this was last asked. */
bool screen_body_touched(void);

/* Whether `text` stands unbroken in a row above the last one, or in any row. */
bool screen_shows(const char *text, bool in_body);

/* Whether the terminal calls itself kitty 0.41.1 and takes pictures, into placeholders. */
extern bool screen_is_kitty;

/* What it has got of pictures. Bytes are those of whole commands; pixels are kept until a picture is deleted. */
struct screen_pictures {
    uint64_t bytes, placed, alive, most_alive, pixels, most_pixels;
    uint64_t faults; /* commands that a terminal would refuse, or that belong to no picture */
};
extern struct screen_pictures screen_pictures;

/* The pictures that have cells on the screen, and how many of them the terminal has not got. */
int screen_visible_pictures(int *missing);

/* One row as UTF-8 without the blanks at its end; `out` holds SCREEN_COLUMNS * 4 + 1 bytes or more. */
void screen_row(int row, char *out);
#endif
