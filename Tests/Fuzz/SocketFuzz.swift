@testable import LiveCore

// Says arbitrary bytes to a client's session, in arbitrary pieces, and stops when an answer is not as it must be: see
// SocketDialogue. Run it with `make fuzz`.

/// The entry that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSocket(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
  let dialogue = SocketDialogue(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
  // A precondition would not say in an optimized program what did not hold.
  if !dialogue.faults.isEmpty { fatalError(dialogue.faults.joined(separator: "\n")) }
  return 0
}
