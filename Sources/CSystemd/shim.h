#ifndef LIVEGAMED_CSYSTEMD_H
#define LIVEGAMED_CSYSTEMD_H

#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

#endif
