#ifndef LIVEGAMED_CCRYPTO_H
#define LIVEGAMED_CCRYPTO_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#endif
