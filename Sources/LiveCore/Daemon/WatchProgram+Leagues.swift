extension WatchProgram {
  /// Creates a program from a shell command and the environment of the watching process.
  public init(_ command: String, environment: [String: String]) {
    self.init(command, environment: environment, leagues: .known)
  }
}
