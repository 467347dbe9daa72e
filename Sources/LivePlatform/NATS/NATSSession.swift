internal import CNats
internal import FoundationEssentials
internal import LiveModel

/// One connection of libnats. Confined to one thread at a time: each call blocks for at most the time limit of the options,
/// and also while the library connects. The library closes it for good when a server refuses the login twice.
///
// Safe: the pointers never change after `init`, and libnats locks its connections itself.
final class NATSSession: @unchecked Sendable {
  private let api: cnats_api
  private let options: NATSOptions
  private let connection: OpaquePointer
  private let jetStream: OpaquePointer
  private let statistics: OpaquePointer
  /// The trouble of the connection before.
  private let former: Trouble?

  /// The reason why there is no connection, as the library tells it.
  struct Trouble: Sendable {
    var status: natsStatus
    var text: String
  }

  /// The library's functions, or why there are none. Loaded once, when the first connection is opened.
  private static let library: Result<cnats_api, Fault> = {
    var text = [CChar](repeating: 0, count: 256)
    guard let api = cnats_load(&text, text.count) else {
      let reason = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return .failure(
        Fault(.natsMissing, "the library of NATS cannot be loaded: \(reason)", hint: "sudo apt install libnats3.4"))
    }
    return .success(api.pointee)
  }()

  /// Begins to connect, and goes on in the background. Until that has failed, `former` is the reason why there is no
  /// connection. `connections` counts each connection that the library makes later.
  init(_ options: NATSOptions, after former: Trouble? = nil, counting connections: NATSConnections) throws(Fault) {
    let api = try Self.library.get()
    (self.api, self.options, self.former) = (api, options, former)
    let settings = try Self.settings(options, connections, api)
    defer { api.natsOptions_Destroy(settings) }
    var connection: OpaquePointer?
    let status = api.natsConnection_Connect(&connection, settings)
    guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let connection else {
      throw Self.fault(api, status, at: options.url)
    }
    var (jetStream, statistics): (OpaquePointer?, OpaquePointer?)
    var context = jsOptions()
    _ = api.jsOptions_Init(&context)
    context.Wait = options.milliseconds
    guard api.natsConnection_JetStream(&jetStream, connection, &context) == NATS_OK, let jetStream,
      api.natsStatistics_Create(&statistics) == NATS_OK, let statistics
    else {
      api.natsConnection_Destroy(connection)
      throw Self.fault(api, NATS_NO_MEMORY, at: options.url)
    }
    (self.connection, self.jetStream, self.statistics) = (connection, jetStream, statistics)
  }

  deinit {
    api.jsCtx_Destroy(jetStream)
    api.natsStatistics_Destroy(statistics)
    api.natsConnection_Destroy(connection)
  }

  /// How often the library has connected again.
  var reconnects: Int {
    var count: UInt64 = 0
    guard api.natsConnection_GetStats(connection, statistics) == NATS_OK else { return 0 }
    _ = api.natsStatistics_GetCounts(statistics, nil, nil, nil, nil, &count)
    return Int(clamping: count)
  }

  /// Whether the library has given up.
  var isClosed: Bool { api.natsConnection_Status(connection) == NATS_CONN_STATUS_CLOSED }

  /// The reason why there is no connection; nil while there is one, and before the first attempt has failed.
  var trouble: Trouble? {
    guard api.natsConnection_Status(connection) != NATS_CONN_STATUS_CONNECTED else { return nil }
    var text: UnsafePointer<CChar>?
    let status = api.natsConnection_GetLastError(connection, &text)
    // The library's word for any failure to connect says less than a refused login of the connection before.
    if status == NATS_OK || (status == NATS_NO_SERVER && former != nil) { return former }
    return Trouble(status: status, text: text.map { String(cString: $0) } ?? "")
  }

  /// Creates a stream, unless there is one of its name. Looks first, because a server counts the room of a new stream
  /// before it compares names, and refuses what it has already when it has no room for a second one.
  func add(_ settings: NATSStreamSettings) throws(Fault) {
    guard try newest(of: settings.name) == nil else { return }
    var code = jsErrCode(0)
    var config = jsStreamConfig()
    _ = api.jsStreamConfig_Init(&config)
    config.Storage = js_FileStorage
    config.MaxAge = settings.age.nanoseconds
    config.Duplicates = settings.duplicates.nanoseconds
    config.MaxBytes = settings.bytes
    config.Replicas = settings.replicas
    config.AllowDirect = true
    config.DenyDelete = true
    if let perSubject = settings.perSubject { config.MaxMsgsPerSubject = perSubject }
    let status = withCStrings([settings.name] + settings.subjects) { strings in
      config.Name = strings[0]
      var subjects = Array(strings.dropFirst())
      return subjects.withUnsafeMutableBufferPointer { subjects in
        config.Subjects = subjects.baseAddress
        config.SubjectsLen = Int32(clamping: subjects.count)
        return api.js_AddStream(nil, jetStream, &config, nil, &code)
      }
    }
    if status != NATS_OK, code != JSStreamNameExistErr { throw fault(status, code) }
  }

  /// Returns the sequence of a stream's newest message, 0 for an empty one; nil if there is no such stream.
  func newest(of stream: String) throws(Fault) -> UInt64? {
    var (info, code): (UnsafeMutablePointer<jsStreamInfo>?, jsErrCode) = (nil, jsErrCode(0))
    let status = api.js_GetStreamInfo(&info, jetStream, stream, nil, &code)
    if status == NATS_NOT_FOUND { return nil }
    guard status == NATS_OK, let info else { throw fault(status, code) }
    defer { api.jsStreamInfo_Destroy(info) }
    return info.pointee.State.LastSeq
  }

  /// Publishes a message, and waits until the server has stored it.
  func publish(_ message: NATSMessage, if conditions: NATSConditions) throws(Fault) -> NATSPublished {
    var handle: OpaquePointer?
    let status = message.body.withUnsafeBytes { bytes in
      api.natsMsg_Create(
        &handle, message.subject, nil, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count))
    }
    guard status == NATS_OK, let handle else { throw fault(status) }
    defer { api.natsMsg_Destroy(handle) }
    for (key, value) in message.headers { _ = api.natsMsgHeader_Set(handle, key, value) }
    return try publish(handle, if: conditions)
  }

  private func publish(_ handle: OpaquePointer, if conditions: NATSConditions) throws(Fault) -> NATSPublished {
    var (answer, code): (UnsafeMutablePointer<jsPubAck>?, jsErrCode) = (nil, jsErrCode(0))
    var wanted = jsPubOptions()
    _ = api.jsPubOptions_Init(&wanted)
    wanted.MaxWait = options.milliseconds
    if let last = conditions.last {
      if last == 0 { wanted.ExpectNoMessage = true } else { wanted.ExpectLastSubjectSeq = last }
    }
    let status = withCStrings([conditions.id].compactMap(\.self)) { strings in
      if let id = strings.first { wanted.MsgId = id }
      return api.js_PublishMsg(&answer, jetStream, handle, &wanted, &code)
    }
    if code == JSStreamWrongLastSequenceErr { return .unexpected }
    guard status == NATS_OK, let answer else { throw fault(status, code) }
    defer { api.jsPubAck_Destroy(answer) }
    return answer.pointee.Duplicate ? .duplicate : .stored(answer.pointee.Sequence)
  }

  /// Returns a stream's first message from a sequence on whose subject matches; nil if there is none.
  func message(in stream: String, _ subject: String, from sequence: UInt64, headers: [String]) throws(Fault)
    -> NATSMessage?
  {
    var wanted = jsDirectGetMsgOptions()
    _ = api.jsDirectGetMsgOptions_Init(&wanted)
    wanted.Sequence = sequence
    var limits = jsOptions()
    _ = api.jsOptions_Init(&limits)
    limits.Wait = options.milliseconds
    var handle: OpaquePointer?
    let status = subject.withCString { subject in
      wanted.NextBySubject = subject
      return api.js_DirectGetMsg(&handle, jetStream, stream, &limits, &wanted)
    }
    if status == NATS_NOT_FOUND { return nil }
    guard status == NATS_OK, let handle else { throw fault(status) }
    defer { api.natsMsg_Destroy(handle) }
    return read(handle, headers)
  }

  private func read(_ handle: OpaquePointer, _ names: [String]) -> NATSMessage {
    let count = Int(api.natsMsg_GetDataLength(handle))
    let body = count > 0 ? Array(UnsafeRawBufferPointer(start: api.natsMsg_GetData(handle), count: count)) : []
    let subject = api.natsMsg_GetSubject(handle).map { String(cString: $0) } ?? ""
    var message = NATSMessage(subject, body)
    for name in names {
      var value: UnsafePointer<CChar>?
      guard api.natsMsgHeader_Get(handle, name, &value) == NATS_OK, let value else { continue }
      message.headers[name] = String(cString: value)
    }
    message.sequence = api.natsMsg_GetSequence(handle)
    message.stored = Timestamp(milliseconds: api.natsMsg_GetTime(handle) / 1_000_000)
    return message
  }

  /// Returns the fault of a call. Without a connection, the reason for that says more than the call's status.
  private func fault(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) -> Fault {
    guard let trouble else { return Self.fault(api, status, code, at: options.url) }
    return Fault(nats: trouble.status, code, Self.words(api, trouble.status, trouble.text), at: options.url)
  }

  private static func fault(
    _ api: cnats_api, _ status: natsStatus, _ code: jsErrCode = jsErrCode(0), at url: String
  ) -> Fault {
    var last = NATS_OK
    let text = api.nats_GetLastError(&last).map { String(cString: $0) } ?? ""
    // The library keeps the text of an earlier failure.
    return Fault(nats: status, code, words(api, status, last == status ? text : ""), at: url)
  }

  /// Returns what the library says, without the place in its sources: `(jsm.c:1033): `.
  private static func words(_ api: cnats_api, _ status: natsStatus, _ text: String) -> String {
    let general = api.natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    let start = text.hasPrefix("(") ? text.firstRange(of: "): ")?.upperBound : nil
    let detail = text[(start ?? text.startIndex)...]
    return detail.isEmpty || detail == general ? general : "\(general): \(detail)"
  }
}

extension NATSSession {
  private static func settings(_ options: NATSOptions, _ connections: NATSConnections, _ api: cnats_api)
    throws(Fault) -> OpaquePointer
  {
    var settings: OpaquePointer?
    guard api.natsOptions_Create(&settings) == NATS_OK, let settings else {
      throw fault(api, NATS_NO_MEMORY, at: options.url)
    }
    var statuses = [
      api.natsOptions_SetURL(settings, options.url), api.natsOptions_SetName(settings, options.name),
      api.natsOptions_SetTimeout(settings, options.milliseconds),
      // By itself, the library gives up after 60 attempts.
      api.natsOptions_SetMaxReconnect(settings, -1), api.natsOptions_SetReconnectWait(settings, 200),
      // Without a function, the first call would wait until a server answers.
      api.natsOptions_SetRetryOnFailedConnect(settings, true, NATSConnections.count, connections.pointer()),
      api.natsOptions_SetReconnectedCB(settings, NATSConnections.count, connections.pointer()),
      api.natsOptions_SetPingInterval(settings, 2000), api.natsOptions_SetMaxPingsOut(settings, 2),
      api.natsOptions_SetFailRequestsOnDisconnect(settings, true),
      // A message that is published without a connection fails now, instead of arriving later.
      api.natsOptions_SetReconnectBufSize(settings, 1),
    ]
    if options.isSecure { statuses.append(api.natsOptions_SetSecure(settings, true)) }
    if let file = options.caFile { statuses.append(api.natsOptions_LoadCATrustedCertificates(settings, file)) }
    if let file = options.credentialsFile {
      statuses.append(api.natsOptions_SetUserCredentialsFromFiles(settings, file, nil))
    }
    if let user = options.user {
      let password = options.password ?? Secret("")
      statuses.append(password.reveal { api.natsOptions_SetUserInfo(settings, user, $0) })
    }
    guard let failed = statuses.first(where: { $0 != NATS_OK }) else { return settings }
    defer { api.natsOptions_Destroy(settings) }
    throw fault(api, failed, at: options.url)
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}

/// Calls `body` with C strings that live as long as the call.
private func withCStrings<Result>(_ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { $0.utf8CString }
  func pointers(_ index: Int, _ found: [UnsafePointer<CChar>?]) -> Result {
    guard index < copies.count else { return body(found) }
    return copies[index].withUnsafeBufferPointer { pointers(index + 1, found + [$0.baseAddress]) }
  }
  return pointers(0, [])
}
