import Glibc

/// Gives arbitrary bytes to the part of the daemon that FUZZ_TARGET names, and stops at a violation of its rules: see
/// `FuzzTarget`. Run it with `make fuzz`.
@main enum Fuzz {
  /// The target under test.
  fileprivate static let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("FUZZ_TARGET is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
  }()

  static func main() {
    var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
    exit(runFuzzer(&count, &arguments, fuzz))
  }
}

/// The entry point that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ bytes: UnsafeRawPointer?, _ count: Int) -> CInt {
  let faults = Fuzz.target.faults(of: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
  // A precondition would not print the violations in an optimized program.
  if !faults.isEmpty { fatalError(faults.joined(separator: "\n")) }
  return 0
}

/// libFuzzer's own `main`. Source: llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library".
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafeRawPointer?, Int) -> CInt
) -> CInt
