// Clients that misbehave.
//
//   hostile crowd SOCKET MUTE TRICKLING NOISY    prints `ready`, and runs until the end of standard input
//   hostile connects SOCKET COUNT OPEN           connects COUNT times, with at most OPEN at a time
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hostile.h"
#include "wire.h"

int main(int count, char **arguments) {
  // The effect through the server is measured, not that of the processor time which these clients use.
  if (nice(19) != 19) die("nice");
  if (count == 6 && strcmp(arguments[1], "crowd") == 0)
    run_crowd(arguments[2], atoi(arguments[3]), atoi(arguments[4]), atoi(arguments[5]));
  else if (count == 5 && strcmp(arguments[1], "connects") == 0)
    run_connects(arguments[2], atoi(arguments[3]), atoi(arguments[4]));
  else
    fail("usage: hostile crowd SOCKET MUTE TRICKLING NOISY | hostile connects SOCKET COUNT OPEN");
  return 0;
}
