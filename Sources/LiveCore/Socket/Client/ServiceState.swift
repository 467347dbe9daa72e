public import LiveModel

/// The state of the systemd service, by which a client explains why no daemon answers.
public struct ServiceState: Equatable, Sendable {
  private let properties: [String: String]

  /// The properties of the unit that are needed.
  public static let names = ["ActiveState", "ExecMainStatus", "UnitFileState"]

  /// Parses the output of `systemctl show`, one `Name=value` a line. Other lines are ignored.
  public init(_ text: String) {
    let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    properties = Dictionary(pairs) { _, last in last }
  }

  /// Returns a client's fault with the reason why the service does not answer, as far as it is known.
  ///
  /// - Parameters:
  ///   - fault: the fault of a client that got no answer.
  ///   - error: the first error of the configuration as it is now; nil for none, or if this user may not read it.
  /// - Returns: the same fault if the state explains nothing.
  public func explaining(_ fault: Fault, configurationError error: Fault?) -> Fault {
    let status = properties["ExecMainStatus"] ?? ""
    let state = properties["ActiveState"]
    let isRetried = state == "activating" && !status.isEmpty && status != "0"
    let (reason, hint): (String, String)
    switch (state, status) {
    case ("failed", "78"):
      reason = "the service could not start: its configuration has an error" + (error.map { ": \($0.text)" } ?? "")
      hint = "'sudo livegamed check-config' finds all errors; then 'sudo systemctl restart livegamed'"
    case ("failed", _):
      (reason, hint) = ("the service has failed (status \(status))", Self.journal)
    case _ where isRetried:
      (reason, hint) = ("the service stops again and again (status \(status))", Self.journal)
    case ("inactive", _) where properties["UnitFileState"] == "disabled":
      (reason, hint) = (
        "the service is disabled", "'sudo systemctl enable --now livegamed' starts it, now and at each boot"
      )
    default: return fault
    }
    return Fault(fault.code, "\(fault.message): \(reason)", at: fault.place, hint: hint)
  }

  private static let journal = "'sudo journalctl -u livegamed -n 20' says why"
}

extension Fault {
  /// The place and the message, without hint and code.
  fileprivate var text: String { (place.map { "\($0): " } ?? "") + message }
}
