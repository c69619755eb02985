/* The least that an ncursesw program can do to show a text file: the floor that ratios refer to.
 *
 *   floor FILE       j and k one line, space one page, g and G the ends, q quits
 *
 * The file is mapped, lines are found as they are shown, all rows are added anew for each key, and ncurses
 * finds out what moved (idlok). No wrapping, no colours, no index. */
#define _XOPEN_SOURCE_EXTENDED 1
#define _GNU_SOURCE
#include <curses.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *text, *end;

static const char *next_line(const char *line) {
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    return newline ? newline + 1 : end;
}

static const char *previous_line(const char *line) {
    if (line == text) return text;
    const char *newline = memrchr(text, '\n', (size_t)(line - 1 - text));
    return newline ? newline + 1 : text;
}

static void draw(const char *top) {
    const char *line = top;
    erase();
    for (int row = 0; row < LINES - 1 && line < end; row++) {
        const char *next = next_line(line);
        int size = (int)(next - line);
        if (size > 0 && line[size - 1] == '\n') size--;
        mvaddnstr(row, 0, line, size);
        line = next;
    }
    attron(A_REVERSE);
    mvprintw(LINES - 1, 0, " %d%% ", (int)((double)(top - text) * 100 / (double)(end - text)));
    attroff(A_REVERSE);
    refresh();
}

int main(int count, char **arguments) {
    int file = count > 1 ? open(arguments[1], O_RDONLY) : -1;
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0 || status.st_size == 0) return 2;
    text = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED) return 2;
    end = text + status.st_size;

    setlocale(LC_ALL, "");
    initscr();
    raw();
    noecho();
    keypad(stdscr, TRUE);
    curs_set(0);
    idlok(stdscr, TRUE);

    const char *last = end;
    for (int i = 0; i < LINES - 1; i++) last = previous_line(last);
    const char *top = text;
    draw(top);
    for (int key; (key = getch()) != 'q' && key != ERR;) {
        if (key == 'j' && top < last) top = next_line(top);
        else if (key == 'k') top = previous_line(top);
        else if (key == ' ') for (int i = 0; i < LINES - 1 && top < last; i++) top = next_line(top);
        else if (key == 'g') top = text;
        else if (key == 'G') top = last;
        else continue;
        draw(top);
    }
    endwin();
    return 0;
}
