internal import FoundationEssentials

extension MessagePayload {
  /// JSON with its members in order, so that the same content is the same bytes in every run.
  init(json content: some Encodable, edits: Receipt.Handle? = nil, for sink: String) throws(Fault) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      self.init(body: [UInt8](try encoder.encode(content)), edits: edits)
    } catch {
      throw Fault(.sinkUnfitOccasion, "the message cannot be written as JSON: \(error)", at: .sink(sink))
    }
  }
}
