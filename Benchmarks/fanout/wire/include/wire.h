// Shared by the programs of this benchmark: the line of one event, and the connection to a server.
#ifndef WIRE_H
#define WIRE_H

#include <stddef.h>
#include <stdint.h>

// Length of every line in bytes, with its newline.
#define LINE_BYTES 400
// Digits of a sequence; see line_sequence_offset.
#define SEQUENCE_DIGITS 19

// Writes the event of a sequence: LINE_BYTES, of which the last is a newline.
void write_line(char *line, uint64_t sequence);
// Returns the offset of the sequence's digits in a line.
size_t line_sequence_offset(void);

// CLOCK_MONOTONIC.
uint64_t now_ns(void);

// Connects a blocking stream; ends the program if no server listens.
int connect_unix(const char *path);
// Connects likewise, or returns -1.
int try_connect_unix(const char *path);
void send_all(int socket, const void *bytes, size_t count);
void set_nonblocking(int socket);

// Both print an error and end the program; `die` adds errno.
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);

#endif
