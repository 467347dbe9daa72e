internal import CMosquitto
internal import Glibc
internal import LiveModel

/// One client of libmosquitto, with what it has in flight. Confined to the thread of one `MQTTLoop`: every function of
/// the library is called there, and so is every callback.
final class MQTTSession {
  private let client: OpaquePointer
  private let options: MQTTOptions
  private let received: @Sendable (MQTTMessage) -> Void
  /// The jobs in flight, by the library's number of the message.
  private var waiting: [Int32: MQTTJob] = [:]
  private var isNew = true
  /// The reason code of the broker's answer to the login; nil before it.
  private var login: UInt8?
  /// The library's last words about an error.
  private var complaint: String?
  private(set) var isUp = false
  /// Whether a job in flight was cancelled: what the library would send again must not arrive any more.
  private(set) var isSpoilt = false

  /// The library must be initialised once in a process, before any other call.
  private static let initialised = mosquitto_lib_init()

  init(_ options: MQTTOptions, received: @escaping @Sendable (MQTTMessage) -> Void) throws(MQTTTrouble) {
    guard Self.initialised == 0, let client = mosquitto_new(options.clientID, true, nil) else {
      throw MQTTTrouble(.broken, "libmosquitto does not start")
    }
    (self.client, self.options, self.received) = (client, options, received)
    do throws(MQTTTrouble) {
      try configure()
    } catch {
      mosquitto_destroy(client)
      throw error
    }
    mosquitto_user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
  }

  /// Leaves the broker, if there is a connection, and frees the client. What is in flight is lost. The broker publishes
  /// the will, as it does when the process ends first.
  func end() {
    if isUp, !isSpoilt {
      let reason = options.will == nil ? MQTT_RC_NORMAL_DISCONNECTION : MQTT_RC_DISCONNECT_WITH_WILL_MSG
      mosquitto_disconnect_v5(client, Int32(bitPattern: reason.rawValue), nil)
      mosquitto_loop_write(client, 1)
    }
    mosquitto_user_data_set(client, nil)
    mosquitto_destroy(client)
    for job in waiting.values { job.finish(.lost) }
    waiting = [:]
  }

  /// Opens a connection and sends the login. Returns why that failed; nil if it did not.
  func connect() -> MQTTTrouble? {
    (isUp, login, complaint) = (false, nil, nil)
    errno = 0
    let keepAlive = Int32(clamping: options.keepAlive.components.seconds)
    let code =
      isNew
      ? mosquitto_connect_bind_v5(client, options.host, Int32(clamping: options.port), keepAlive, nil, nil)
      : mosquitto_reconnect(client)
    let number = errno
    // A client that never had a host cannot reconnect, but the library keeps the host of a failed attempt.
    isNew = false
    return code == 0 ? nil : trouble(code, number)
  }

  /// Hands a job to the library. A job without a connection is lost, because the library would keep it.
  func start(_ job: MQTTJob) {
    guard isUp else { return job.finish(.lost) }
    var number: Int32 = 0
    let code =
      switch job.order {
      case .publish(let message):
        message.payload.withUnsafeBytes { bytes in
          mosquitto_publish_v5(
            client, &number, message.topic, Int32(clamping: bytes.count), bytes.baseAddress, 1, message.isRetained, nil)
        }
      case .subscribe(let filter): mosquitto_subscribe_v5(client, &number, filter, 0, 0, nil)
      }
    if case .subscribe = job.order, code != MOSQ_ERR_SUCCESS.rawValue { return job.finish(.lost) }
    switch code {
    // After an error of the network the library has the message too, and sends it in the next connection.
    case MOSQ_ERR_SUCCESS.rawValue, MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_ERRNO.rawValue,
      MOSQ_ERR_TLS.rawValue, MOSQ_ERR_PROTOCOL.rawValue:
      waiting[number] = job
    case MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_PAYLOAD_SIZE.rawValue: job.finish(.refused(0x95))
    case MOSQ_ERR_RETAIN_NOT_SUPPORTED.rawValue: job.finish(.refused(0x9A))
    case MOSQ_ERR_QOS_NOT_SUPPORTED.rawValue: job.finish(.refused(0x9B))
    default: job.finish(.refused(0x90))
    }
  }

  /// Notes whether a cancelled job is in flight.
  func checkCancelled() { if waiting.values.contains(where: \.isOver) { isSpoilt = true } }

  /// Waits for the network, the bell or the time limit, and does what is due. Returns why the connection has ended; nil
  /// while it lasts.
  func step(_ bell: Doorbell, atMost limit: Int32) -> MQTTTrouble? {
    let socket = mosquitto_socket(client)
    guard socket >= 0 else { return trouble(MOSQ_ERR_CONN_LOST.rawValue, 0) }
    let wanted = mosquitto_want_write(client) ? POLLIN | POLLOUT : POLLIN
    var watched = [
      pollfd(fd: socket, events: Int16(wanted), revents: 0),
      pollfd(fd: bell.descriptor.number, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&watched, 2, limit) >= 0 || errno == EINTR else { return trouble(MOSQ_ERR_ERRNO.rawValue, errno) }
    if watched[1].revents != 0 { bell.drain() }
    errno = 0
    var code: Int32 = 0
    if watched[0].revents & ~Int16(POLLOUT) != 0 { code = mosquitto_loop_read(client, 1) }
    if code == 0, watched[0].revents & Int16(POLLOUT) != 0 || mosquitto_want_write(client) {
      code = mosquitto_loop_write(client, 1)
    }
    if code == 0 { code = mosquitto_loop_misc(client) }
    return code == 0 ? nil : trouble(code, errno)
  }

  private func trouble(_ code: Int32, _ number: Int32) -> MQTTTrouble {
    isUp = false
    loseSubscriptions()
    return MQTTTrouble(code: code, errno: number, login: login, complaint: complaint)
  }
}

extension MQTTSession {
  /// Ends the subscriptions in flight. The library sends messages again in the next connection, but no subscription.
  private func loseSubscriptions() {
    for (number, job) in waiting {
      guard case .subscribe = job.order else { continue }
      job.finish(.lost)
      waiting[number] = nil
    }
  }
}

/// Settings of the client.
extension MQTTSession {
  private func configure() throws(MQTTTrouble) {
    try check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5), "the protocol")
    try check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "to send at once")
    if let user = options.user {
      let password = options.password ?? Secret("")
      try check(password.reveal { mosquitto_username_pw_set(client, user, $0) }, "the user")
    }
    if options.isSecure { try secure() }
    guard let will = options.will else { return }
    let code = will.payload.withUnsafeBytes { bytes in
      mosquitto_will_set(client, will.topic, Int32(clamping: bytes.count), bytes.baseAddress, 1, will.isRetained)
    }
    try check(code, "the will")
  }

  private func secure() throws(MQTTTrouble) {
    guard let file = options.caFile else {
      return try check(mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1), "the certificates of the system")
    }
    guard access(file, R_OK) == 0 else {
      throw MQTTTrouble(.tls, "the file of 'ca_file' cannot be read: \(String(cString: strerror(errno)))")
    }
    try check(mosquitto_tls_set(client, file, nil, nil, nil, nil), "the file of 'ca_file'")
  }

  private func check(_ code: Int32, _ what: String) throws(MQTTTrouble) {
    guard code != 0 else { return }
    throw MQTTTrouble(.broken, "libmosquitto does not take \(what): \(String(cString: mosquitto_strerror(code)))")
  }
}

/// The library's callbacks. They run on the thread of the loop, inside a call of the library.
extension MQTTSession {
  private func setCallbacks() {
    mosquitto_log_callback_set(client) { _, context, level, text in
      guard let text, UInt32(bitPattern: level) & UInt32(MOSQ_LOG_ERR) != 0 else { return }
      MQTTSession.of(context)?.complaint = String(cString: text)
    }
    mosquitto_connect_v5_callback_set(client) { _, context, reason, _, _ in
      MQTTSession.of(context)?.connected(UInt8(truncatingIfNeeded: reason))
    }
    mosquitto_disconnect_v5_callback_set(client) { _, context, _, _ in MQTTSession.of(context)?.isUp = false }
    mosquitto_publish_v5_callback_set(client) { _, context, number, reason, _ in
      MQTTSession.of(context)?.settle(number, UInt8(truncatingIfNeeded: reason))
    }
    mosquitto_subscribe_v5_callback_set(client) { _, context, number, count, granted, _ in
      let grant = count > 0 ? granted?.pointee ?? 0x80 : 0x80
      MQTTSession.of(context)?.settle(number, grant < 0x80 ? 0 : UInt8(truncatingIfNeeded: grant))
    }
    mosquitto_message_v5_callback_set(client) { _, context, message, _ in
      guard let message = message?.pointee, let topic = message.topic else { return }
      let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
      MQTTSession.of(context)?.received(
        MQTTMessage(String(cString: topic), Array(bytes), isRetained: message.retain))
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> MQTTSession? {
    context.map { Unmanaged<MQTTSession>.fromOpaque($0).takeUnretainedValue() }
  }

  private func connected(_ reason: UInt8) {
    login = reason
    isUp = reason == 0
  }

  private func settle(_ number: Int32, _ reason: UInt8) {
    let reply: MQTTReply = reason == 0 ? .acknowledged : reason == 0x10 ? .unheard : .refused(reason)
    waiting.removeValue(forKey: number)?.finish(reply)
  }
}
