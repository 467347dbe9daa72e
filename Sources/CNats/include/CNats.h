#ifndef LIVEGAMED_CNATS_H
#define LIVEGAMED_CNATS_H

#include <nats/nats.h>

// The functions of libnats that the cluster uses. They are looked up when a cluster is configured, so that a machine
// alone needs no libnats.
#define CNATS_FUNCTIONS(F) \
  F(jsOptions_Init) \
  F(jsDirectGetMsgOptions_Init) \
  F(jsPubAck_Destroy) \
  F(jsPubOptions_Init) \
  F(jsStreamConfig_Init) \
  F(jsStreamInfo_Destroy) \
  F(js_AddStream) \
  F(js_DirectGetMsg) \
  F(js_GetStreamInfo) \
  F(js_PublishMsg) \
  F(jsCtx_Destroy) \
  F(natsConnection_Connect) \
  F(natsConnection_Destroy) \
  F(natsConnection_GetLastError) \
  F(natsConnection_GetStats) \
  F(natsConnection_JetStream) \
  F(natsConnection_Status) \
  F(natsMsgHeader_Get) \
  F(natsMsgHeader_Set) \
  F(natsMsg_Create) \
  F(natsMsg_Destroy) \
  F(natsMsg_GetData) \
  F(natsMsg_GetDataLength) \
  F(natsMsg_GetSequence) \
  F(natsMsg_GetSubject) \
  F(natsMsg_GetTime) \
  F(natsOptions_Create) \
  F(natsOptions_Destroy) \
  F(natsOptions_LoadCATrustedCertificates) \
  F(natsOptions_SetFailRequestsOnDisconnect) \
  F(natsOptions_SetMaxPingsOut) \
  F(natsOptions_SetMaxReconnect) \
  F(natsOptions_SetName) \
  F(natsOptions_SetPingInterval) \
  F(natsOptions_SetReconnectBufSize) \
  F(natsOptions_SetReconnectWait) \
  F(natsOptions_SetReconnectedCB) \
  F(natsOptions_SetRetryOnFailedConnect) \
  F(natsOptions_SetSecure) \
  F(natsOptions_SetTimeout) \
  F(natsOptions_SetURL) \
  F(natsOptions_SetUserCredentialsFromFiles) \
  F(natsOptions_SetUserInfo) \
  F(natsStatistics_Create) \
  F(natsStatistics_Destroy) \
  F(natsStatistics_GetCounts) \
  F(natsStatus_GetText) \
  F(nats_GetLastError)

struct cnats_api {
#define CNATS_MEMBER(name) __typeof__(&name) _Nonnull name;
  CNATS_FUNCTIONS(CNATS_MEMBER)
#undef CNATS_MEMBER
};

/// Loads libnats. Returns its functions, which stay valid until the process ends; null if it cannot be loaded: then
/// `error` holds the reason, up to `length` bytes with the zero. Call it once.
const struct cnats_api *_Nullable cnats_load(char *_Nonnull error, size_t length);

#endif
