// What the programs of this benchmark agree on: one event's line, and how to reach a server.
#ifndef WIRE_H
#define WIRE_H

#include <stddef.h>
#include <stdint.h>

// Bytes of every line, with its newline.
#define LINE_BYTES 400
// Digits of a sequence; see line_sequence_offset.
#define SEQUENCE_DIGITS 19

// Writes the event of that sequence: LINE_BYTES, of which the last is a newline.
void write_line(char *line, uint64_t sequence);
// Where in a line the digits of its sequence stand.
size_t line_sequence_offset(void);

// CLOCK_MONOTONIC.
uint64_t now_ns(void);

// A blocking stream; ends the program when nobody listens.
int connect_unix(const char *path);
// The same, or -1.
int try_connect_unix(const char *path);
void send_all(int socket, const void *bytes, size_t count);
void set_nonblocking(int socket);

// Both say what is wrong and end the program; `die` says errno too.
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);

#endif
