// Text files that are written in pieces and read by programs: CSV and JSON lines. Every write is
// checked; the first failure sticks and later ones do nothing, so look when flushing or closing.
//
// Numbers are written with the fewest digits that read back to the same value, in any locale.
#ifndef DV_RECORD_TEXT_FILE_H
#define DV_RECORD_TEXT_FILE_H

#include "drover/base.h"

typedef struct dv_text_file dv_text_file;

/// Write a file that takes the place of one that is there when it is closed; see output.h. NULL
/// with a message when that cannot be begun.
dv_text_file *dv_text_create(const char *path, dv_error *error);

/// A log: it is written straight, so that all that was flushed is there, whatever becomes of the
/// program. Until dv_text_begin what is added is held back, and the file as it was. NULL with a
/// message when memory is out.
dv_text_file *dv_text_create_log(const char *path, dv_error *error);
/// Empty the file of a log and begin to write it.
dv_result dv_text_begin(dv_text_file *file, dv_error *error);

/// Leave what was there when the file is closed; a log that was begun stays.
void dv_text_forget(dv_text_file *file);

/// Write to a descriptor that is open already, and stays open. `name` is for messages. NULL with a
/// message when memory is out.
dv_text_file *dv_text_use(int descriptor, const char *name, dv_error *error);

/// Add text as it is.
void dv_text_add(dv_text_file *file, const char *text);
/// Add a field, quoted where CSV needs it.
void dv_text_add_csv(dv_text_file *file, const char *text);
/// Add a string in quotes, as JSON wants it. Bytes that are no UTF-8 become U+FFFD.
void dv_text_add_json(dv_text_file *file, const char *text);
/// Add bytes so that each is read back: a string where they are UTF-8 without a zero, else
/// {"base64":"…"}. A zero follows them.
void dv_text_add_json_bytes(dv_text_file *file, const char *bytes, size_t size);
/// Add any bytes in quotes, as Base64.
void dv_text_add_base64(dv_text_file *file, const void *bytes, size_t size);
void dv_text_add_integer(dv_text_file *file, uint64_t value);
void dv_text_add_float(dv_text_file *file, float value);
void dv_text_add_double(dv_text_file *file, double value);

/// Hold back what is added from now on, a section at each call: dv_text_let_go writes the oldest
/// section, dv_text_drop forgets the newest, and dv_text_join makes one of the two newest, or
/// writes the only one. What is still held when the file is closed is written. Out of memory
/// dv_text_hold is false, and begins no section.
bool dv_text_hold(dv_text_file *file);
void dv_text_let_go(dv_text_file *file);
void dv_text_drop(dv_text_file *file);
void dv_text_join(dv_text_file *file);
/// Bytes that are held back, in all sections.
size_t dv_text_held(const dv_text_file *file);

/// Hand everything that is not held back to the system, for others to read.
dv_result dv_text_flush(dv_text_file *file, dv_error *error);

/// Flush, close and free, also when that fails; NULL is fine. A failure that dv_text_flush told
/// before is not told again.
dv_result dv_text_close(dv_text_file *file, dv_error *error);

#define DV_NUMBER_TEXT 40

/// The same numbers as text of their own, at most DV_NUMBER_TEXT bytes with the end.
void dv_float_text(float value, char text[DV_NUMBER_TEXT]);
void dv_double_text(double value, char text[DV_NUMBER_TEXT]);

#endif
