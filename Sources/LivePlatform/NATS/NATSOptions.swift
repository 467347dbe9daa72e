package import LiveModel

/// How to reach the NATS servers of a cluster.
package struct NATSOptions: Sendable {
  /// Such as `tls://nats.home:4222`.
  package var url: String
  /// The name that the server shows for the connection.
  package var name: String
  package var user: String?
  package var password: Secret?
  /// The path of a file with a JWT and its key, as `nsc` writes it.
  package var credentialsFile: String?
  /// The path of a file with certificates that the server's must follow from; nil for those of the system.
  package var caFile: String?
  /// The longest time of one request.
  package var timeout = Duration.seconds(1)

  package init(url: String, name: String) { (self.url, self.name) = (url, name) }

  var isSecure: Bool { url.hasPrefix("tls://") }
  var milliseconds: Int64 { Int64(timeout.wholeMilliseconds) }
}

/// A message of a JetStream stream.
package struct NATSMessage: Equatable, Sendable {
  package var subject: String
  package var body: [UInt8]
  package var headers: [String: String]
  /// Its number in the stream; 0 before it is stored.
  package var sequence: UInt64 = 0
  /// When the server stored it.
  package var stored = Timestamp(milliseconds: 0)

  package init(_ subject: String, _ body: [UInt8], headers: [String: String] = [:]) {
    (self.subject, self.body, self.headers) = (subject, body, headers)
  }
}

/// The conditions of a publication.
package struct NATSConditions: Equatable, Sendable {
  /// The server refuses a second message with the same id within the stream's window for duplicates.
  package var id: String?
  /// The sequence that the newest message of the subject must have, 0 for none; nil for any.
  package var last: UInt64?

  package init(id: String? = nil, last: UInt64? = nil) { (self.id, self.last) = (id, last) }
}

/// The server's answer to a publication.
package enum NATSPublished: Equatable, Sendable {
  case stored(UInt64)
  /// A message with this id is there already.
  case duplicate
  /// Another message is the newest of its subject.
  case unexpected
}

/// The settings of a stream, in which it is created if there is none of its name.
package struct NATSStreamSettings: Equatable, Sendable {
  package var name: String
  package var subjects: [String]
  package var age: Duration
  /// The window in which ids are compared.
  package var duplicates: Duration
  package var bytes: Int64
  /// The number of messages that are kept of each subject; nil for all.
  package var perSubject: Int64?
  package var replicas: Int64

  package init(
    name: String, subjects: [String], age: Duration, duplicates: Duration, bytes: Int64, perSubject: Int64? = nil,
    replicas: Int64 = 1
  ) {
    (self.name, self.subjects, self.age, self.duplicates) = (name, subjects, age, duplicates)
    (self.bytes, self.perSubject, self.replicas) = (bytes, perSubject, replicas)
  }
}
