/* What Swift needs of PCRE2: one call that compiles, one that matches within limits, one that frees.
 * A compiled expression is a number for Swift, so that a type which holds it may be shared; it never changes.
 * Only `static` functions; there is no C file. One Swift file imports this module. */
#ifndef STREAMTUI_CPCRE2_SHIM_H
#define STREAMTUI_CPCRE2_SHIM_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdint.h>
#include <time.h>

/* Returns 0 and sets `error` and the byte `offset` of the error if the pattern is not valid. */
static inline uintptr_t cp_compile(const uint8_t *pattern, size_t length, int minds_case, int *error,
                                   size_t *offset) {
    uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C |
                       PCRE2_USE_OFFSET_LIMIT | (minds_case ? 0 : PCRE2_CASELESS);
    pcre2_code *code = pcre2_compile(pattern, length, options, error, offset, NULL);
    /* Without the compiler for this processor the interpreter matches. */
    if (code != NULL) pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    return (uintptr_t)code;
}

static inline void cp_free(uintptr_t code) { pcre2_code_free((pcre2_code *)code); }

static inline int cp_message(int error, uint8_t *text, size_t size) {
    return pcre2_get_error_message(error, text, size);
}

/* The processor time of this thread: another program's share of the machine ends no match. */
static inline int64_t cp_microseconds(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Finds the first match at or after `start` in valid UTF-8; returns 1 with its bounds, 0, or -1 where a limit ended it.
 *
 * PCRE2 counts steps but not the bytes that a step looks through, so an expression can take time that grows with the
 * square of the text. Therefore the places where a match may begin are tried in windows, the smaller the longer the
 * text is, with a look at the time after each. A text of up to 1,000 bytes is one window. */
static inline int cp_match(uintptr_t code, const uint8_t *text, size_t length, size_t start,
                           int64_t most_microseconds, size_t *from, size_t *to) {
    const size_t most = 1000000 / (length + 1) + 1;
    const size_t steps = 20000000 / (length + 1);
    size_t window = most;
    int64_t began = 0;
    int result = 0;
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    if (context == NULL || data == NULL) result = -1;
    if (result == 0) {
        pcre2_set_match_limit(context, steps < 200 ? 200 : steps > 5000 ? 5000 : (uint32_t)steps);
        pcre2_set_depth_limit(context, 1000);
        pcre2_set_heap_limit(context, 1000);
    }
    while (result == 0 && start <= length) {
        const int is_last = length - start < window;
        if (!is_last || began != 0) {
            const int64_t now = cp_microseconds();
            if (began == 0) began = now;
            if (now - began > most_microseconds) {
                result = -1;
                break;
            }
        }
        pcre2_set_offset_limit(context, is_last ? length : start + window - 1);
        const int found = pcre2_match((const pcre2_code *)code, text, length, start, PCRE2_NO_UTF_CHECK, data, context);
        if (found >= 0) {
            const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(data);
            *from = bounds[0];
            /* \K in a look-ahead can put the beginning after the end. */
            *to = bounds[1] < bounds[0] ? bounds[0] : bounds[1];
            result = 1;
        } else if (found == PCRE2_ERROR_NOMATCH) {
            if (is_last) break;
            start += window;
            while (start < length && (text[start] & 0xC0) == 0x80) start++;
            window = window * 2 > most ? most : window * 2;
        } else if (window > 1) {
            /* One place after the other: the steps of all together were counted. */
            window = 1;
        } else {
            result = -1;
        }
    }
    pcre2_match_data_free(data);
    pcre2_match_context_free(context);
    return result;
}

#endif
