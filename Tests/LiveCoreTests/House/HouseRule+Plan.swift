/// Who may know whom.
extension HouseRule {
  static let plan = [
    HouseRule.each("every file of LiveCore stands in a room") { file in
      guard file.target == "LiveCore", file.room == nil else { return [] }
      return [HouseFinding(path: file.path, line: 1, message: "stands in no room that Rooms.swift knows")]
    },
    HouseRule(description: "a room names only the rooms that it may") { tree in
      let owners = owners(in: tree.core)
      let insiders = Dictionary(grouping: tree.core.filter { $0.room != nil }, by: \.room).mapValues(ownNames)
      return tree.core.flatMap { file in
        strangers(in: file, owners: owners, own: insiders[file.room] ?? [])
      }
    },
    HouseRule.each("a file imports only what its room may") { file in
      let allowed = file.room?.mayImport ?? OuterTarget(rawValue: String(file.target))?.mayImport ?? []
      return file.imports.filter { !allowed.contains($0.module) }.map { module, index in
        let place = file.room?.rawValue ?? String(file.target)
        return file.finding(index, "\(place) may not import \(module)")
      }
    },
  ]

  /// The room of each type that another room could name.
  private static func owners(in files: [SourceFile]) -> [String: Room] {
    var owners: [String: Room] = [:]
    for file in files {
      for type in file.declarations where type.depth == 0 && !type.isPrivate && type.keyword != "extension" {
        owners[type.name] = file.room
      }
    }
    return owners
  }

  /// What a room's own words mean first: `Result` inside a room that declares one is not the neighbour's.
  private static func ownNames(of files: [SourceFile]) -> Set<String> {
    var names: Set<String> = []
    for file in files {
      names.formUnion(file.declarations.filter { $0.keyword != "extension" }.map(\.name))
      names.formUnion(file.typeParameters)
    }
    return names
  }

  private static func strangers(in file: SourceFile, owners: [String: Room], own: Set<String>) -> [HouseFinding] {
    guard let room = file.room else { return [] }
    return file.code.indices.compactMap { index in
      guard let name = file.word(index), let owner = owners[name], owner != room, !room.mayName.contains(owner),
        !own.contains(name), file.mark(index - 1) != "." || file.word(index - 2) == "LiveCore"
      else { return nil }
      return file.finding(index, "\(room.rawValue) may not name \(name) of \(owner.rawValue)")
    }
  }
}
