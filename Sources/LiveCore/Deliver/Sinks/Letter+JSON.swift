internal import FoundationEssentials

extension Letter {
  /// One JSON object, keys sorted: the same in every run.
  init(json value: some Encodable, edits: Receipt.Handle? = nil, sink: String) throws(Fault) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      self.init(body: [UInt8](try encoder.encode(value)), edits: edits)
    } catch {
      throw Fault(.sinkUnfitOccasion, "the message cannot be written: \(error)", at: .sink(sink))
    }
  }
}
