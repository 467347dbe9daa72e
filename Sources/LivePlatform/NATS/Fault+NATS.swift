internal import CNats
package import LiveModel

extension Fault.Code {
  /// libnats cannot be loaded.
  package static let natsMissing = Fault.Code("nats.missing")
  /// No server answers.
  package static let natsUnreachable = Fault.Code("nats.unreachable")
  /// The server refuses user, password or credentials.
  package static let natsLogin = Fault.Code("nats.login")
  /// The connection cannot be encrypted as it is configured.
  package static let natsTLS = Fault.Code("nats.tls")
  /// The user may not do this.
  package static let natsPermission = Fault.Code("nats.permission")
  /// The server or the account has no JetStream.
  package static let natsJetStream = Fault.Code("nats.jetstream")
  /// The server has no room for another message.
  package static let natsFull = Fault.Code("nats.full")
}

extension Fault {
  /// Describes what a function of libnats or the server has answered. `text` is the library's last text about it.
  init(nats status: natsStatus, _ code: jsErrCode, _ text: String, at url: String) {
    let what = "NATS at \(url): \(text)"
    switch (status, code) {
    case (_, JSNotEnabledErr), (_, JSNotEnabledForAccountErr), (NATS_NO_RESPONDERS, _):
      self.init(.natsJetStream, what, hint: "add a block 'jetstream' to the configuration of the server")
    case (_, JSInsufficientResourcesErr), (_, JSStorageResourcesExceededErr), (_, JSStreamStoreFailedErr),
      (_, JSMaximumStreamsLimitErr):
      self.init(.natsFull, what, hint: "give its JetStream more room: max_file_store, and the disk of store_dir")
    case (NATS_CONNECTION_AUTH_FAILED, _):
      self.init(.natsLogin, what, hint: "check user, password and credentials of 'cluster'")
    case (NATS_NOT_PERMITTED, _):
      self.init(.natsPermission, what, hint: "allow the user the subjects of docs/cluster.md")
    case (NATS_SSL_ERROR, _), (NATS_SECURE_CONNECTION_REQUIRED, _), (NATS_SECURE_CONNECTION_WANTED, _):
      self.init(.natsTLS, what, hint: "check 'tls://' and cluster.ca_file, and the certificate of the server")
    default:
      self.init(
        .natsUnreachable, what,
        hint: "start it, check cluster.nats, or make room on its disk; nothing is lost meanwhile")
    }
  }
}
