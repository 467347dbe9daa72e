extension ConfigFiles {
  /// Reads the main file and its drop-ins; the templates in them are tried too.
  ///
  /// - Parameters:
  ///   - path: of the main file, which must exist.
  ///   - environment: where `${env:…}` and `$CREDENTIALS_DIRECTORY` are looked up.
  /// - Returns: the defaults where nothing was said.
  /// - Throws: everything that is wrong, in the order of files and lines.
  public static func read(path: String, environment: [String: String]) throws(ConfigFaults) -> Config {
    try read(path: path, environment: environment) { text throws(Fault) in _ = try TextFormat(text) }
  }
}
