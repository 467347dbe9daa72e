extension Fault.Code {
  static let configUnreadable = Fault.Code("config.unreadable")
  static let configTooLarge = Fault.Code("config.too-large")
  static let configSyntax = Fault.Code("config.syntax")
  static let configDuplicateKey = Fault.Code("config.duplicate-key")
  static let configUnknownKey = Fault.Code("config.unknown-key")
  static let configMissingKey = Fault.Code("config.missing-key")
  static let configUnknownName = Fault.Code("config.unknown-name")
  static let configWrongType = Fault.Code("config.wrong-type")
  static let configBadValue = Fault.Code("config.bad-value")
  static let configSecret = Fault.Code("config.secret")
}
