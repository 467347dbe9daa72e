extension String {
  /// On one line, and without what would steer a terminal: each control character is a space.
  var withoutControls: String {
    String(map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? $0 : " " })
  }
}
