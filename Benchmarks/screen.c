#define _GNU_SOURCE
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { CONTINUATION = 0xffffffff, MOST_PARAMETERS = 16 };

static uint32_t cells[SCREEN_ROWS][SCREEN_COLUMNS];
static int row, column, top, bottom = SCREEN_ROWS - 1, saved_row, saved_column;
static bool waits_for_wrap;
static uint32_t last_printed;

static enum { TEXT, ESCAPE, CONTROL, STRING, STRING_ESCAPE, CHARSET } state;
static int parameters[MOST_PARAMETERS], parameter_count;
static char prefix, intermediate;
static uint32_t scalar;
static int scalar_left;

static void clear(int r, int from, int to) {
    for (int c = from; c < to && c < SCREEN_COLUMNS; c++) cells[r][c] = ' ';
}

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

/* Moves the rows first...last up by `count` (down where it is negative). */
static void scroll(int first, int last, int count) {
    int height = last - first + 1;
    if (height <= 0) return;
    count = clamp(count, -height, height);
    size_t kept = (size_t)(height - (count < 0 ? -count : count)) * sizeof cells[0];
    if (count > 0) memmove(cells[first], cells[first + count], kept);
    else memmove(cells[first - count], cells[first], kept);
    for (int i = 0; i < (count < 0 ? -count : count); i++)
        clear(count > 0 ? last - i : first + i, 0, SCREEN_COLUMNS);
}

static void line_feed(void) {
    if (row == bottom) scroll(top, bottom, 1);
    else if (row < SCREEN_ROWS - 1) row++;
}

static void print(uint32_t c) {
    int width = wcwidth((wchar_t)c);
    if (width <= 0) return; /* combining marks change no cell here */
    if (waits_for_wrap || column + width > SCREEN_COLUMNS) {
        column = 0;
        line_feed();
        waits_for_wrap = false;
    }
    cells[row][column] = c;
    if (width == 2) cells[row][column + 1] = CONTINUATION;
    last_printed = c;
    column += width;
    if (column >= SCREEN_COLUMNS) {
        column = SCREEN_COLUMNS - 1;
        waits_for_wrap = true;
    }
}

static void shift(int count) { /* cells from the cursor on: to the right, or to the left */
    uint32_t *line = cells[row];
    int size = count < 0 ? -count : count, left = SCREEN_COLUMNS - column;
    if (size > left) size = left;
    size_t kept = (size_t)(left - size) * sizeof *line;
    if (count > 0) memmove(line + column + size, line + column, kept);
    else memmove(line + column, line + column + size, kept);
    if (count > 0) clear(row, column, column + size);
    else clear(row, SCREEN_COLUMNS - size, SCREEN_COLUMNS);
}

static void erase_display(int how) {
    if (how == 0) clear(row, column, SCREEN_COLUMNS);
    if (how == 1) clear(row, 0, column + 1);
    for (int r = how == 0 ? row + 1 : 0; r < (how == 1 ? row : SCREEN_ROWS); r++) clear(r, 0, SCREEN_COLUMNS);
}

bool screen_is_kitty;
unsigned long screen_placed;

/* A byte of a string: "a=p" places a picture. */
static void count_picture(uint8_t c) {
    static uint8_t last[2];
    if (last[0] == 'a' && last[1] == '=' && c == 'p') screen_placed++;
    last[0] = last[1];
    last[1] = c;
}

static size_t answer_to(char final, char *answer, size_t room) {
    const char *text = NULL;
    char place[32];
    if (final == 'q' && prefix == '>' && screen_is_kitty) text = "\033P>|kitty(0.41.1)\033\\";
    if (final == 'c' && prefix == 0) text = "\033[?62;22c";
    if (final == 'c' && prefix == '>') text = "\033[>41;390;0c";
    if (final == 'n' && parameters[0] == 5) text = "\033[0n";
    if (final == 'n' && parameters[0] == 6) {
        snprintf(place, sizeof place, "\033[%d;%dR", row + 1, column + 1);
        text = place;
    }
    if (final == 'p' && intermediate == '$') {
        snprintf(place, sizeof place, "\033[?%d;0$y", parameters[0]);
        text = place;
    }
    size_t size = text ? strlen(text) : 0;
    if (size > room) return 0;
    memcpy(answer, text ? text : "", size);
    return size;
}

static void control(char final) {
    int n = parameters[0] > 0 ? parameters[0] : 1;
    if (prefix || intermediate) return;
    if (final != 'm') waits_for_wrap = false;
    switch (final) {
    case 'H': case 'f':
        row = clamp(n - 1, 0, SCREEN_ROWS - 1);
        column = clamp(parameters[1] - 1, 0, SCREEN_COLUMNS - 1);
        break;
    case 'A': row = clamp(row - n, 0, SCREEN_ROWS - 1); break;
    case 'B': row = clamp(row + n, 0, SCREEN_ROWS - 1); break;
    case 'C': column = clamp(column + n, 0, SCREEN_COLUMNS - 1); break;
    case 'D': column = clamp(column - n, 0, SCREEN_COLUMNS - 1); break;
    case 'G': column = clamp(n - 1, 0, SCREEN_COLUMNS - 1); break;
    case 'd': row = clamp(n - 1, 0, SCREEN_ROWS - 1); break;
    case 'J': erase_display(parameters[0]); break;
    case 'K':
        clear(row, parameters[0] == 0 ? column : 0, parameters[0] == 1 ? column + 1 : SCREEN_COLUMNS);
        break;
    case 'X': clear(row, column, column + n); break;
    case '@': shift(n); break;
    case 'P': shift(-n); break;
    case 'L': if (row >= top && row <= bottom) scroll(row, bottom, -n); break;
    case 'M': if (row >= top && row <= bottom) scroll(row, bottom, n); break;
    case 'S': scroll(top, bottom, n); break;
    case 'T': scroll(top, bottom, -n); break;
    case 'Z': column = clamp((column - 1) / 8 * 8, 0, column); break;
    case 'b': for (int i = 0; i < n && i < SCREEN_COLUMNS; i++) print(last_printed); break;
    case 'r':
        top = clamp(n - 1, 0, SCREEN_ROWS - 1);
        bottom = parameters[1] > 0 ? clamp(parameters[1] - 1, top, SCREEN_ROWS - 1) : SCREEN_ROWS - 1;
        row = column = 0;
        break;
    default: break;
    }
}

static void escape(uint8_t c) {
    state = TEXT;
    switch (c) {
    case '[':
        state = CONTROL;
        memset(parameters, 0, sizeof parameters);
        parameter_count = 0;
        prefix = intermediate = 0;
        break;
    case ']': case 'P': case '_': case '^': state = STRING; break;
    case '(': case ')': case '*': case '+': state = CHARSET; break;
    case 'M': if (row == top) scroll(top, bottom, -1); else if (row > 0) row--; break;
    case 'D': line_feed(); break;
    case 'E': column = 0; line_feed(); break;
    case '7': saved_row = row; saved_column = column; break;
    case '8': row = saved_row; column = saved_column; waits_for_wrap = false; break;
    case 'c': row = column = 0; erase_display(2); break;
    default: break;
    }
}

static void text(uint8_t c) {
    if (c >= 0x80) { /* UTF-8; what is broken is dropped */
        if (c >= 0xf0) { scalar = c & 7; scalar_left = 3; }
        else if (c >= 0xe0) { scalar = c & 15; scalar_left = 2; }
        else if (c >= 0xc0) { scalar = c & 31; scalar_left = 1; }
        else if (scalar_left > 0) {
            scalar = scalar << 6 | (c & 63);
            if (--scalar_left == 0) print(scalar);
        }
        return;
    }
    scalar_left = 0;
    switch (c) {
    case 0x1b: state = ESCAPE; break;
    case '\r': column = 0; waits_for_wrap = false; break;
    case '\n': case '\v': case '\f': line_feed(); break;
    case '\b': if (column > 0) column--; waits_for_wrap = false; break;
    case '\t': column = clamp((column / 8 + 1) * 8, 0, SCREEN_COLUMNS - 1); break;
    default: if (c >= 0x20 && c != 0x7f) print(c);
    }
}

size_t screen_take(const uint8_t *bytes, size_t count, char *answer, size_t room) {
    size_t answered = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t c = bytes[i];
        switch (state) {
        case TEXT: text(c); break;
        case ESCAPE: escape(c); break;
        case CHARSET: state = TEXT; break;
        case STRING:
            count_picture(c);
            if (c == 7) state = TEXT; else if (c == 0x1b) state = STRING_ESCAPE;
            break;
        case STRING_ESCAPE: state = c == '\\' ? TEXT : STRING; break;
        case CONTROL:
            if (c >= '0' && c <= '9') {
                int *value = &parameters[clamp(parameter_count, 0, MOST_PARAMETERS - 1)];
                if (*value < 100000) *value = *value * 10 + (c - '0');
            } else if (c == ';' || c == ':') parameter_count++;
            else if (c >= '<' && c <= '?') prefix = (char)c;
            else if (c >= 0x20 && c <= 0x2f) intermediate = (char)c;
            else if (c >= 0x40) {
                state = TEXT;
                answered += answer_to((char)c, answer + answered, room - answered);
                control((char)c);
            } else text(c); /* a control character inside a sequence acts at once */
        }
    }
    return answered;
}

/* One row as UTF-8 without the blanks at its end; `out` holds SCREEN_COLUMNS * 4 + 1 bytes or more. */
static void row_text(int r, char *out) {
    char *end = out;
    for (int c = 0; c < SCREEN_COLUMNS; c++) {
        uint32_t s = cells[r][c] == 0 ? ' ' : cells[r][c];
        if (s == CONTINUATION) continue;
        if (s < 0x80) *out++ = (char)s;
        else if (s < 0x800) { *out++ = (char)(0xc0 | s >> 6); *out++ = (char)(0x80 | (s & 63)); }
        else if (s < 0x10000) {
            *out++ = (char)(0xe0 | s >> 12); *out++ = (char)(0x80 | (s >> 6 & 63)); *out++ = (char)(0x80 | (s & 63));
        } else {
            *out++ = (char)(0xf0 | (s >> 18 & 7)); *out++ = (char)(0x80 | (s >> 12 & 63));
            *out++ = (char)(0x80 | (s >> 6 & 63)); *out++ = (char)(0x80 | (s & 63));
        }
        if (s != ' ') end = out;
    }
    *end = 0;
}

bool screen_shows(const char *needle) {
    char line[SCREEN_COLUMNS * 4 + 1];
    for (int r = 0; r < SCREEN_ROWS; r++) {
        row_text(r, line);
        if (strstr(line, needle)) return true;
    }
    return false;
}
