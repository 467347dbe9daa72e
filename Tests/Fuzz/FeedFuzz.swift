// Feeds arbitrary bytes to the feed decoder, whole and in chunks, and stops if the results differ. Run it with `make
// fuzz`.

/// The result for a body: a snapshot or a fault.
private enum Outcome: Equatable {
  case snapshot(GameSnapshot)
  case fault(DecodeFault)

  init(_ body: UnsafeRawBufferPointer, cutAt size: Int) {
    var decoder = MLBFeedDecoder()
    do throws(DecodeFault) {
      for start in stride(from: 0, to: body.count, by: size) {
        let part = UnsafeRawBufferPointer(rebasing: body[start..<min(start + size, body.count)])
        // A separate copy, so that AddressSanitizer detects a read past the end of the chunk.
        try decoder.feed(Array(part).span)
      }
      self = .snapshot(try decoder.finish())
    } catch {
      self = .fault(error)
    }
  }
}

/// The entry point that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFeed(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
  let body = UnsafeRawBufferPointer(start: bytes, count: count)
  let whole = Outcome(body, cutAt: max(1, count))
  for size in [1, 3, 16, 61] {
    precondition(Outcome(body, cutAt: size) == whole, "cut at \(size) it says another thing")
  }
  return 0
}
