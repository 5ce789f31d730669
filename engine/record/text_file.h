// Files that are written in pieces and read by programs: CSV, JSON lines, and films. Every write is
// checked. The first failure sticks and later writes do nothing, so check the result of
// dv_text_flush or dv_text_close.
//
// Numbers are written with the fewest digits that read back to the same value, in any locale.
#ifndef DV_RECORD_TEXT_FILE_H
#define DV_RECORD_TEXT_FILE_H

#include "drover/base.h"

typedef struct dv_text_file dv_text_file;

/// Write a file that replaces an existing one when it is closed; see output.h. NULL with a message
/// when the file cannot be opened.
dv_text_file *dv_text_create(const char *path, dv_error *error);

/// The same, compressed as by gzip. The same text gives the same bytes. The file is whole once it
/// is closed; until then, dv_text_flush only says whether writing failed so far.
dv_text_file *dv_text_create_gzip(const char *path, dv_error *error);

/// Write a log directly, so that everything flushed is in the file even if the program dies. Until
/// dv_text_begin is called, text is held back and the file is left alone. NULL with a message when
/// memory is short.
dv_text_file *dv_text_create_log(const char *path, dv_error *error);
/// Empty the log's file and begin to write it.
dv_result dv_text_begin(dv_text_file *file, dv_error *error);

/// When the file is closed, keep its old content. A log that was begun keeps what was written.
void dv_text_keep_old(dv_text_file *file);

/// The path, or what dv_text_use was told.
const char *dv_text_name(const dv_text_file *file);

/// Write to an open descriptor, which stays open. `name` is for messages. NULL with a message when
/// memory is short.
dv_text_file *dv_text_use(int descriptor, const char *name, dv_error *error);

/// Add any bytes unchanged.
void dv_text_add_bytes(dv_text_file *file, const void *bytes, size_t size);
/// Add text unchanged.
void dv_text_add(dv_text_file *file, const char *text);
/// Add a field, quoted where CSV needs it.
void dv_text_add_csv(dv_text_file *file, const char *text);
void dv_text_add_csv_bytes(dv_text_file *file, const char *bytes, size_t size);
/// Add a string in quotes, escaped for JSON. Invalid UTF-8 becomes U+FFFD.
void dv_text_add_json(dv_text_file *file, const char *text);
/// Add bytes as a JSON value that reads back to the same bytes: a string if they are UTF-8 without
/// a zero byte, else {"base64":"…"}. The byte at bytes[size] must be zero.
void dv_text_add_json_bytes(dv_text_file *file, const char *bytes, size_t size);
/// Add arbitrary bytes in quotes, as Base64.
void dv_text_add_base64(dv_text_file *file, const void *bytes, size_t size);
void dv_text_add_integer(dv_text_file *file, uint64_t value);
void dv_text_add_float(dv_text_file *file, float value);
void dv_text_add_double(dv_text_file *file, double value);

/// Hold back what is added from now on. Each call begins a section. dv_text_release writes the
/// oldest section, dv_text_drop discards the newest, and dv_text_join merges the two newest, or
/// writes the only one. dv_text_close writes what is still held. dv_text_hold returns false and
/// begins no section when memory is short.
bool dv_text_hold(dv_text_file *file);
/// Hold back in a temporary file instead of in memory: next to the file or, if that is none, in
/// $TMPDIR or /var/tmp. Call it before the first dv_text_hold.
void dv_text_hold_on_disk(dv_text_file *file);
void dv_text_release(dv_text_file *file);
void dv_text_drop(dv_text_file *file);
void dv_text_join(dv_text_file *file);
/// Count something that was added, such as a frame; and how many there are. What was counted in a
/// section goes with it: after dv_text_drop, the count is what it was when the section began.
void dv_text_count(dv_text_file *file);
uint64_t dv_text_counted(const dv_text_file *file);

/// The number of bytes of memory that hold back, in all sections.
size_t dv_text_held(const dv_text_file *file);

/// Hand everything that is not held back to the system, so that others can read it.
dv_result dv_text_flush(dv_text_file *file, dv_error *error);

/// Flush, close and free, even when that fails. NULL is fine. A failure that dv_text_flush has
/// already reported is not reported again.
dv_result dv_text_close(dv_text_file *file, dv_error *error);

#define DV_NUMBER_TEXT 40

/// Write a number as dv_text_add_float and dv_text_add_double do, with a terminator. Return its
/// length.
size_t dv_float_text(float value, char text[DV_NUMBER_TEXT]);
size_t dv_double_text(double value, char text[DV_NUMBER_TEXT]);

#endif
