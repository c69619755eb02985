/* What Swift cannot import of SQLite: functions with variable arguments, and pointers made of numbers;
 * and the number of a file system, by which the kind of journal is chosen.
 * Only `static` functions; there is no C file. One Swift file imports this module. */
#ifndef STREAMTUI_CSQLITE_SHIM_H
#define STREAMTUI_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <sys/vfs.h>

/* Refuses what a hostile file could bring along: triggers, views, functions with side effects. */
static inline void cs_harden(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
#endif
}

/* SQLite copies the bytes: SQLITE_TRANSIENT is a pointer made of -1. */
static inline int cs_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int cs_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/* The number of the file system as statfs(2) lists them; 0 where it is not known. */
static inline unsigned int cs_mount_type(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (unsigned int)status.f_type : 0;
}

#endif
