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

/* Whether the screen answers as kitty, and how many pictures were placed on it. */
extern bool screen_is_kitty;
extern unsigned long screen_placed;

/* Whether `text` stands unbroken in a row. */
bool screen_shows(const char *text);
#endif
