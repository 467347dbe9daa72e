internal import LiveModel

/// The settings of a webhook trigger of Home Assistant. `url` has the form `…/api/webhook/<id>`.
struct HomeAssistantSettings: BuildableSinkKind {
  static let name = "home_assistant"
  static let audience = SinkAudience.program
  static let requiredKeys = [RequiredSinkKey("url", example: #""https://homeassistant.example.org/api/webhook/ID""#)]
  static let setup = SinkSetup(
    title: "Home Assistant", sinkName: "my-home-assistant",
    questions: [
      SinkQuestion(
        "url", "URL of a webhook trigger",
        help: """
          In Home Assistant: an automation with the trigger Webhook; the address is \
          http://homeassistant.local:8123/api/webhook/ and the trigger's id.
          """,
        isSecret: true)
    ])

  func testNote(after end: TestMessageEnd) -> String? {
    end == .accepted ? "Home Assistant accepts every request: check whether the automation ran" : nil
  }

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? { Self() }

  var receiver: SinkReceiver { SinkReceiver() }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    HomeAssistantSink(name: parts.name, endpoint: parts.endpoint)
  }
}
