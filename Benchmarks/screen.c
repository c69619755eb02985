#define _GNU_SOURCE
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { CONTINUATION = 0xffffffff, MOST_PARAMETERS = 16, PLACEHOLDER = 0x10eeee, SCALAR = 0x1fffff, MOST_PICTURES = 4096 };

static uint32_t cells[SCREEN_ROWS][SCREEN_COLUMNS];
static int row, column, top, bottom = SCREEN_ROWS - 1, saved_row, saved_column;
static bool waits_for_wrap, body_touched;
static uint32_t last_printed;

bool screen_is_kitty;
struct screen_pictures screen_pictures;
/* The colour of text, of the palette; a placeholder keeps it above its scalar. */
static uint32_t foreground;
/* The command of the graphics protocol that is being read: its keys, and the beginning of its Base64. */
static struct { char keys[64], data[64]; size_t key_count, data_count; uint64_t bytes; bool is_graphics, has_begun, in_data; } command;
/* The picture whose transmission has begun, and those that the terminal has. */
static struct picture { uint32_t id; uint64_t pixels; bool is_whole, is_placed; } sent, kept[MOST_PICTURES];
static int kept_count;
static bool is_sending;

static enum { TEXT, ESCAPE, CONTROL, STRING, STRING_ESCAPE, CHARSET } state;
static int parameters[MOST_PARAMETERS], parameter_count;
static char prefix, intermediate;
static uint32_t scalar;
static int scalar_left;

static void touch(int first) {
    if (first < SCREEN_ROWS - 1) body_touched = true;
}

static void clear(int r, int from, int to) {
    touch(r);
    for (int c = from; c < to && c < SCREEN_COLUMNS; c++) cells[r][c] = ' ';
}

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

/* Moves the rows first...last up by `count` (down where it is negative). */
static void scroll(int first, int last, int count) {
    int height = last - first + 1;
    if (height <= 0) return;
    touch(first);
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
    touch(row);
    cells[row][column] = c == PLACEHOLDER ? c | foreground << 24 : c;
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

/* SGR, as far as it sets the colour of text. */
static void colour(void) {
    for (int i = 0; i <= parameter_count && i < MOST_PARAMETERS; i++) {
        int n = parameters[i];
        if (n == 0 || n == 39) foreground = 0;
        else if (n >= 30 && n <= 37) foreground = (uint32_t)n - 30;
        else if (n >= 90 && n <= 97) foreground = (uint32_t)n - 82;
        else if ((n == 38 || n == 48) && i + 2 < MOST_PARAMETERS && parameters[i + 1] == 5) {
            if (n == 38) foreground = (uint32_t)clamp(parameters[i + 2], 0, 255);
            i += 2;
        }
    }
}

/* The value of a key of the command, its number or its letter; 0 without it. */
static uint32_t key(char name) {
    for (const char *at = command.keys; *at;) {
        if (at[0] == name && at[1] == '=') return at[2] >= '0' && at[2] <= '9' ? (uint32_t)strtoul(at + 2, NULL, 10) : (uint32_t)at[2];
        const char *comma = strchr(at, ',');
        if (!comma) return 0;
        at = comma + 1;
    }
    return 0;
}

/* Width times height in the head of a PNG file: bytes 16 to 23, as Base64. */
static uint64_t pixels_of_png(void) {
    static const char *alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t bytes[48];
    for (size_t i = 0; i + 4 <= 32 && i + 4 <= command.data_count; i += 4) {
        uint32_t group = 0;
        for (size_t j = 0; j < 4; j++) {
            const char *sign = strchr(alphabet, command.data[i + j]);
            group = group << 6 | (sign ? (uint32_t)(sign - alphabet) : 0);
        }
        for (size_t j = 0; j < 3; j++) bytes[i / 4 * 3 + j] = (uint8_t)(group >> (16 - 8 * j));
    }
    if (command.data_count < 32 || memcmp(bytes, "\x89PNG", 4) != 0) return 0;
    uint64_t width = (uint64_t)bytes[18] << 8 | bytes[19], height = (uint64_t)bytes[22] << 8 | bytes[23];
    return width * height;
}

static struct picture *picture(uint32_t id) {
    for (int i = 0; i < kept_count; i++) if (kept[i].id == id) return &kept[i];
    return NULL;
}

static void forget(uint32_t id) {
    struct picture *found = picture(id);
    if (!found) return;
    screen_pictures.pixels -= found->pixels;
    if (found->is_placed) screen_pictures.alive--;
    *found = kept[--kept_count];
}

/* A command of the graphics protocol has come to its end. */
static void graphics(void) {
    struct screen_pictures *all = &screen_pictures;
    command.keys[command.key_count] = 0;
    all->bytes += command.bytes;
    uint32_t action = key('a'), id = key('i');
    if (is_sending && action != 0) all->faults++; /* only the rest of the transmission may come */
    if (action == 't' || (action == 0 && is_sending)) {
        if (action == 't') {
            forget(id);
            sent = (struct picture){.id = id, .pixels = key('f') == 100 ? pixels_of_png() : (uint64_t)key('s') * key('v')};
            if (id == 0 || sent.pixels == 0) all->faults++;
        }
        is_sending = key('m') == 1;
        if (is_sending) return;
        if (kept_count == MOST_PICTURES) { all->faults++; return; }
        kept[kept_count++] = sent;
        all->pixels += sent.pixels;
        if (all->pixels > all->most_pixels) all->most_pixels = all->pixels;
    } else if (action == 'p') {
        struct picture *found = picture(id);
        if (!found || key('U') != 1 || key('c') == 0 || key('r') == 0) { all->faults++; return; }
        if (!found->is_placed) all->alive++;
        found->is_placed = true;
        all->placed++;
        if (all->alive > all->most_alive) all->most_alive = all->alive;
    } else if (action == 'd') forget(id);
    else all->faults++;
}

int screen_visible_pictures(int *missing) {
    bool seen[256] = {false};
    int visible = 0;
    *missing = 0;
    for (int r = 0; r < SCREEN_ROWS; r++)
        for (int c = 0; c < SCREEN_COLUMNS; c++)
            if (cells[r][c] != CONTINUATION && (cells[r][c] & SCALAR) == PLACEHOLDER) seen[cells[r][c] >> 24] = true;
    for (uint32_t low = 0; low < 256; low++) {
        if (!seen[low]) continue;
        visible++;
        bool has = false;
        for (int i = 0; i < kept_count; i++) has |= kept[i].is_placed && (kept[i].id & 255) == low;
        if (!has) ++*missing;
    }
    return visible;
}

/* A byte of a string: of a command of the graphics protocol where it begins with G. */
static void string(uint8_t c) {
    command.bytes++;
    if (!command.has_begun) {
        command.has_begun = true;
        command.is_graphics = command.is_graphics && c == 'G';
    } else if (c == ';' && !command.in_data) command.in_data = true;
    else if (!command.in_data && command.key_count < sizeof command.keys - 1) command.keys[command.key_count++] = (char)c;
    else if (command.in_data && command.data_count < sizeof command.data) command.data[command.data_count++] = (char)c;
}

static void control(char final) {
    if (final == 'm' && !prefix && !intermediate) colour();
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
    case ']': case 'P': case '_': case '^':
        state = STRING;
        memset(&command, 0, sizeof command);
        command.is_graphics = c == '_';
        command.bytes = 2;
        break;
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
        case STRING: if (c == 7) state = TEXT; else if (c == 0x1b) state = STRING_ESCAPE; else string(c); break;
        case STRING_ESCAPE:
            command.bytes += 2;
            state = c == '\\' ? TEXT : STRING;
            if (state == TEXT && command.is_graphics) graphics();
            break;
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

bool screen_body_touched(void) {
    bool was = body_touched;
    body_touched = false;
    return was;
}

void screen_row(int r, char *out) {
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

bool screen_shows(const char *needle, bool in_body) {
    char line[SCREEN_COLUMNS * 4 + 1];
    for (int r = 0; r < SCREEN_ROWS - (in_body ? 1 : 0); r++) {
        screen_row(r, line);
        if (strstr(line, needle)) return true;
    }
    return false;
}
