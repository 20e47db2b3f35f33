import LugeArchive

extension [ExportFile] {
  /// The files of each folder; folders and files keep their order.
  var byFolder: [[ExportFile]] {
    var places: [String: Int] = [:]
    var folders: [[ExportFile]] = []
    for file in self {
      let folder = file.folder
      if let place = places[folder] {
        folders[place].append(file)
      } else {
        places[folder] = folders.count
        folders.append([file])
      }
    }
    return folders
  }
}

extension ExportFile {
  /// The number in its name; nil if there is none.
  var number: Int? { Int(name.filter(\.isNumber).prefix(9)) }
}
