/* What Swift cannot import of zlib: the macros that begin a stream.
 * Only `static` functions; there is no C file. One Swift file imports this module. */
#ifndef STREAMTUI_CZLIB_SHIM_H
#define STREAMTUI_CZLIB_SHIM_H

#ifndef ZLIB_CONST
#define ZLIB_CONST 1
#endif
#include <zlib.h>

static inline int cz_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

/* For tests, which make their own fixtures. */
static inline int cz_deflate_init(z_stream *stream, int level, int window_bits) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

#endif
