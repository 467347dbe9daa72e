import Testing

@testable import LiveCore
@testable import LiveModel

/// Every code and word of every table, answered to the sink as its service would.
@Suite struct RefusalTableTests {
  private static let now = SampleEvents.start

  /// Outcome of a post and of an edit; `tooMuch` comes with a stated wait.
  private static let meanings: [ServiceRefusal: (post: String, edit: String)] = [
    .target: ("tryAgain", "lostTarget"), .receiver: ("deadEndpoint", "lostTarget"),
    .closed: ("tryAgain", "lostTarget"), .account: ("deadEndpoint", "deadEndpoint"),
    .message: ("badMessage", "badMessage"), .tooMuch: ("slowDown", "slowDown"), .passing: ("tryAgain", "tryAgain"),
  ]

  private static func rows<Word: Comparable & Hashable & Sendable>(
    _ table: [ServiceRefusal: Set<Word>]
  ) -> [(Word, ServiceRefusal)] {
    table.flatMap { refusal, words in words.map { ($0, refusal) } }.sorted { $0.0 < $1.0 }
  }

  private func expect(_ refusal: ServiceRefusal, _ answer: (_ isEdit: Bool) -> Answer) throws {
    let meaning = try #require(Self.meanings[refusal])
    #expect("\(answer(false))".hasPrefix(meaning.post))
    #expect("\(answer(true))".hasPrefix(meaning.edit))
  }

  private static func reply(_ status: Int, _ body: String) -> Endpoint.Reply {
    SampleMessages.reply(status, body, headers: ["retry-after": "7"])
  }

  @Test(arguments: rows(DiscordError.table)) func discord(_ code: Int, _ refusal: ServiceRefusal) throws {
    for status in [400, 403, 404, 409] {
      try expect(refusal) { isEdit in
        DiscordSink.classify(Self.reply(status, #"{"code":\#(code)}"#), edits: isEdit, at: Self.now)
      }
    }
  }

  @Test(arguments: rows(SlackError.table)) func slackBot(_ error: String, _ refusal: ServiceRefusal) throws {
    for status in [200, 400, 429] {
      try expect(refusal) { isEdit in
        SlackAPI.classify(
          Self.reply(status, #"{"ok":false,"error":"\#(error)"}"#), isEdit: isEdit, at: Self.now
        ) { _ in "" }
      }
    }
  }

  @Test(arguments: rows(SlackWebhook.table)) func slackWebhook(_ word: String, _ refusal: ServiceRefusal) throws {
    let meaning = try #require(Self.meanings[refusal])
    for status in [400, 403, 404, 410] {
      let answer = SlackWebhook.classify(Self.reply(status, word), excerpt: "", at: Self.now)
      #expect("\(answer)".hasPrefix(meaning.post))
    }
  }

  @Test(arguments: rows(TelegramRefusal.table)) func telegram(_ phrase: String, _ refusal: ServiceRefusal) throws {
    let endpoint = Endpoint(url: Secret(""), timeout: .seconds(5), transport: ScriptedTransport(.status(200)))
    let sink = try TelegramSink(name: "chat", endpoint: endpoint, token: Secret("1:a"), chat: "1", wording: Wording())
    for text in ["Bad Request: \(phrase)", "Bad Request: \(phrase.uppercased()) and more"] {
      let body = #"{"ok":false,"error_code":400,"description":"\#(text)"}"#
      try expect(refusal) { isEdit in
        let handle = isEdit ? MessageHandle(rawValue: "7") : nil
        return sink.classify(Self.reply(400, body), editing: handle, at: Self.now)
      }
    }
  }

  @Test(arguments: rows(NtfyAnswer.table)) func ntfy(_ code: Int, _ refusal: ServiceRefusal) throws {
    let body = #"{"code":\#(code),"http":\#(code / 100)}"#
    try expect(refusal) { isEdit in
      NtfyAnswer.classify(Self.reply(code / 100, body), sequence: "a", isEdit: isEdit, excerpt: "", at: Self.now)
    }
  }

  @Test(arguments: rows(GotifySink.table)) func gotify(_ code: Int, _ refusal: ServiceRefusal) throws {
    let endpoint = Endpoint(url: Secret(""), timeout: .seconds(5), transport: ScriptedTransport(.status(200)))
    let sink = try GotifySink(name: "phone", endpoint: endpoint, token: Secret("a"), wording: Wording())
    let meaning = try #require(Self.meanings[refusal])
    let body = #"{"error":"no","errorCode":\#(code),"errorDescription":"no"}"#
    #expect("\(sink.classify(Self.reply(code, body), at: Self.now))".hasPrefix(meaning.post))
  }

  private var matrix: MatrixSink {
    MatrixSink(
      name: "ours",
      endpoint: Endpoint(url: Secret(""), timeout: .seconds(5), transport: ScriptedTransport(.status(200))),
      settings: MatrixSettings(token: Secret("a"), room: "!a"))
  }

  @Test(arguments: rows(MatrixError.table)) func matrix(_ code: String, _ refusal: ServiceRefusal) throws {
    for status in [400, 401, 403, 404, 413] {
      try expect(refusal) { isEdit in
        let handle = isEdit ? MessageHandle(rawValue: "$7") : nil
        return matrix.classify(Self.reply(status, #"{"errcode":"\#(code)"}"#), editing: handle, at: Self.now)
      }
    }
  }

  /// An answer that is in no table is retried, with any 4xx.
  @Test(arguments: Set(400...499).subtracting([401, 403, 404, 410, 413]).sorted())
  func anUnknownAnswerIsNeverFinal(_ status: Int) throws {
    let endpoint = Endpoint(url: Secret(""), timeout: .seconds(5), transport: ScriptedTransport(.status(200)))
    let telegram = try TelegramSink(
      name: "chat", endpoint: endpoint, token: Secret("1:a"), chat: "1", wording: Wording())
    let gotify = try GotifySink(name: "phone", endpoint: endpoint, token: Secret("a"), wording: Wording())
    for isEdit in [false, true] {
      let handle = isEdit ? MessageHandle(rawValue: "7") : nil
      let answers = [
        DiscordSink.classify(SampleMessages.reply(status, #"{"code":999999}"#), edits: isEdit, at: Self.now),
        SlackAPI.classify(
          SampleMessages.reply(status, #"{"ok":false,"error":"never_heard_of"}"#), isEdit: isEdit, at: Self.now
        ) { _ in "" },
        SlackWebhook.classify(SampleMessages.reply(status, "never_heard_of"), excerpt: "", at: Self.now),
        telegram.classify(
          SampleMessages.reply(status, #"{"ok":false,"error_code":\#(status),"description":"Never heard of"}"#),
          editing: handle, at: Self.now),
        NtfyAnswer.classify(
          SampleMessages.reply(status, #"{"code":\#(status)99,"http":\#(status)}"#), sequence: nil, isEdit: isEdit,
          excerpt: "", at: Self.now),
        gotify.classify(SampleMessages.reply(status, "never heard of"), at: Self.now),
        matrix.classify(
          SampleMessages.reply(status, #"{"errcode":"ORG_EXAMPLE_NEVER"}"#), editing: handle, at: Self.now),
      ]
      for answer in answers {
        let name = "\(answer)".prefix { $0 != "(" }
        #expect(name == "tryAgain" || status == 429 && name == "slowDown", "\(answer)")
      }
    }
  }

  @Test func noWordIsInTwoTables() {
    func isClear<Word>(_ table: [ServiceRefusal: Set<Word>]) -> Bool {
      table.values.reduce(0) { $0 + $1.count } == table.values.reduce(into: Set<Word>()) { $0.formUnion($1) }.count
    }
    #expect(isClear(DiscordError.table) && isClear(SlackError.table) && isClear(SlackWebhook.table))
    #expect(
      isClear(NtfyAnswer.table) && isClear(GotifySink.table) && isClear(TelegramRefusal.table)
        && isClear(MatrixError.table))
    // A phrase that is part of another one would decide for both.
    for (phrase, refusal) in Self.rows(TelegramRefusal.table) {
      for (other, otherRefusal) in Self.rows(TelegramRefusal.table) where otherRefusal != refusal {
        #expect(!other.contains(phrase), "\(phrase)")
      }
      #expect(phrase == phrase.lowercased())
    }
    #expect(Set(MatrixError.hints.keys).isSubset(of: MatrixError.table.values.reduce([]) { $0.union($1) }))
    #expect(Set(DiscordError.hints.keys).isSubset(of: DiscordError.table[.receiver, default: []]))
  }
}
