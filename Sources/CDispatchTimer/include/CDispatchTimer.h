#ifndef LIVEGAMED_CDISPATCHTIMER_H
#define LIVEGAMED_CDISPATCHTIMER_H

// timer.c has no functions to call: the linker puts its one function in the place of libdispatch's.

#endif
