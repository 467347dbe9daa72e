import Glibc

@testable import LiveCore

// Gives arbitrary bytes to the part of the daemon that FUZZ_TARGET names, and stops at a violation of its rules: see
// FuzzTarget. Run it with `make fuzz`.

/// The target under test.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  return target
}()

/// The entry point that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
  let faults = target.faults(of: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
  // A precondition would not print the violations in an optimized program.
  if !faults.isEmpty { fatalError(faults.joined(separator: "\n")) }
  return 0
}
