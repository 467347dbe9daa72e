/// Rules for the dependencies between folders.
extension HouseRule {
  static let plan = [
    HouseRule.each("every file of LiveCore is in a known folder") { file in
      guard file.target == "LiveCore", file.folder == nil else { return [] }
      return [HouseFinding(path: file.path, line: 1, message: "is in no folder that SourceFolder.swift knows")]
    },
    HouseRule(description: "a folder uses only the folders that it may") { tree in
      let owners = owners(in: tree.core)
      let insiders = Dictionary(grouping: tree.core.filter { $0.folder != nil }, by: \.folder).mapValues(ownNames)
      return tree.core.flatMap { file in
        strangers(in: file, owners: owners, own: insiders[file.folder] ?? [])
      }
    },
    HouseRule.each("a file imports only what its folder may") { file in
      let allowed = file.folder?.mayImport ?? SourceTarget(rawValue: String(file.target))?.mayImport ?? []
      return file.imports.filter { !allowed.contains($0.module) }.map { module, index in
        let place = file.folder?.rawValue ?? String(file.target)
        return file.finding(index, "\(place) may not import \(module)")
      }
    },
    // Otherwise `@inlinable` has no effect on its functions, and a league calls them without specialization.
    HouseRule.each("a package type of LiveJSON is usable from inline") { file in
      guard file.target == "LiveJSON" else { return [] }
      return file.code.indices.filter {
        file.word($0) == "package" && ["struct", "enum"].contains(file.word($0 + 1))
          && file.word($0 - 1) != "usableFromInline"
      }.map { file.finding($0, "a package type without @usableFromInline") }
    },
  ]

  /// Returns the folder of each type that another folder could use.
  private static func owners(in files: [SourceFile]) -> [String: SourceFolder] {
    var owners: [String: SourceFolder] = [:]
    for file in files {
      for type in file.declarations where type.depth == 0 && !type.isPrivate && type.keyword != "extension" {
        owners[type.name] = file.folder
      }
    }
    return owners
  }

  /// Returns names that a folder declares itself: they take precedence over types of other folders with the same
  /// name.
  private static func ownNames(of files: [SourceFile]) -> Set<String> {
    var names: Set<String> = []
    for file in files {
      names.formUnion(file.declarations.filter { $0.keyword != "extension" }.map(\.name))
      names.formUnion(file.typeParameters)
    }
    return names
  }

  private static func strangers(in file: SourceFile, owners: [String: SourceFolder], own: Set<String>) -> [HouseFinding]
  {
    guard let folder = file.folder else { return [] }
    return file.code.indices.compactMap { index in
      guard let name = file.word(index), let owner = owners[name], owner != folder, !folder.mayUse.contains(owner),
        !own.contains(name), file.mark(index - 1) != "." || file.word(index - 2) == "LiveCore"
      else { return nil }
      return file.finding(index, "\(folder.rawValue) may not use \(name) of \(owner.rawValue)")
    }
  }
}
