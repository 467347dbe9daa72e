#ifndef LIVEGAMED_CCURL_H
#define LIVEGAMED_CCURL_H

#include <curl/curl.h>

#endif
