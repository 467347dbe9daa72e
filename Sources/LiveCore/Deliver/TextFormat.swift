internal import Mustache

/// The operator's own text for one event: a Mustache template over the members of the wire format.
struct TextFormat: Sendable {
  private let template: MustacheTemplate

  /// Throws `sink.bad-format`, without a place, when it is no template or says nothing of a sample event.
  init(_ source: String) throws(Fault) {
    do {
      template = try MustacheTemplate(string: "{{% CONTENT_TYPE:TEXT}}" + source)
    } catch {
      throw Fault(.sinkBadFormat, "'format' is no Mustache template: \(error)")
    }
  }

  func text(of event: Event) -> String { template.render(["summary": event.data.summary]) }
}

extension Fault.Code {
  static let sinkBadFormat = Fault.Code("sink.bad-format")
}
