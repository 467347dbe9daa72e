#ifndef LIVEGAMED_CMOSQUITTO_H
#define LIVEGAMED_CMOSQUITTO_H

#include <mosquitto.h>
#include <mqtt_protocol.h>

#if LIBMOSQUITTO_VERSION_NUMBER < 2000000
#error "livegamed needs libmosquitto 2.0.0 or newer"
#endif

#endif
