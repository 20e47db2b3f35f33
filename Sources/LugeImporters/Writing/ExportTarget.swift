public import Foundation
public import LugeArchive
import LugeCore
import LugeWords

/// File that an export writes.
public enum ExportTarget {
  /// Writes bytes into the file, in larger chunks.
  public typealias Put = (Data) throws -> Void

  /// Writes an export. An existing file stays until the new one is complete; a pipe or a device is
  /// written to directly, and is never replaced by a file.
  ///
  /// - Parameters:
  ///   - replaces: whether an existing file may be replaced.
  ///   - words: error message if it may not.
  /// - Returns: the result of `body`, once everything is on the disk.
  public static func write<Result>(
    to path: String, replaces: Bool, isThere words: @autoclosure () -> String,
    _ body: (@escaping Put) throws -> Result
  ) throws -> Result {
    try ArchiveFile.checkBelongsToNone(path)
    var info = stat()
    let isThere = stat(path, &info) == 0
    let isFile = !isThere || info.st_mode & S_IFMT == S_IFREG
    guard replaces || !isThere || !isFile else {
      throw ArchiveError.notWritable(path: path, reason: words())
    }
    // An archive may contain messages that no export has.
    if isThere, isFile, Archive.isDatabase(path) {
      throw ArchiveError.notWritable(
        path: path, reason: localized("it is an archive; give the export another name"))
    }
    let target = isFile ? withoutLinks(path) : path
    if isFile { LeftDrafts.remove(beside: target) }
    // The name includes this process's id, so that no other file or export is affected.
    let draft = isFile ? "\(target).\(getpid()).part" : path
    let unnamed = isFile ? openWithoutName(in: PathNames.folder(of: target)) : nil
    let flags = O_WRONLY | O_CLOEXEC | (isFile ? O_CREAT | O_EXCL : 0)
    let descriptor = unnamed ?? Foundation.open(draft, flags, 0o666)
    guard descriptor >= 0 else { throw notWritten(path) }
    if isFile, isThere { fchmod(descriptor, info.st_mode & 0o777) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    func put(_ body: () throws -> Void) throws {
      do { try body() } catch { throw ArchiveError(writing: path, error) }
    }
    do {
      let result = try body { data in try put { try handle.write(contentsOf: data) } }
      if unnamed != nil {
        let file = "/proc/self/fd/\(descriptor)"
        guard linkat(AT_FDCWD, file, AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0 else {
          throw notWritten(path)
        }
      }
      try put(handle.close)
      guard !isFile || rename(draft, target) == 0 else { throw notWritten(path) }
      return result
    } catch {
      if isFile { unlink(draft) }
      throw error
    }
  }

  /// Opens a new file that has no name yet, and disappears if the program ends before giving it
  /// one, even if it is killed; nil if the file system does not support such files.
  private static func openWithoutName(in folder: String) -> Int32? {
    // O_TMPFILE of open(2), which Swift does not import: a bit of its own, and O_DIRECTORY.
    let temporary = 0o20_000_000 | O_DIRECTORY
    let descriptor = Foundation.open(
      folder.isEmpty ? "." : folder, O_WRONLY | O_CLOEXEC | temporary, 0o666)
    return descriptor >= 0 ? descriptor : nil
  }

  private static func notWritten(_ path: String) -> ArchiveError {
    switch errno {
    case ENOSPC, EDQUOT: .diskFull(path: path)
    case let code: .notWritable(path: path, reason: String(cString: strerror(code)))
    }
  }

  private static func withoutLinks(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

extension Archive {
  /// Writes the messages of a selection in a format.
  ///
  /// - Parameters:
  ///   - title: title of a web page; other formats have none.
  ///   - folder: folder of the file; nil if it is not known.
  ///   - conversion: see ``HTMLExport/init(title:zone:showing:_:)``.
  ///   - progress: called as by ``export(_:to:progress:)``.
  /// - Returns: the number of messages written, and of pictures that a web page lacks, because they
  ///   are too large or browsers do not show their kind.
  public func export(
    _ selection: ExportSelection, as format: ExportFormat, title: String, in folder: String? = nil,
    showing conversion: HTMLExport.Conversion? = nil, to put: @escaping ExportTarget.Put,
    progress: (Int) throws -> Void = { _ in }
  ) throws -> (messages: Int, leftOut: Int) {
    let buffer = OutputBuffer(put)
    let writer = format.writer(
      title: title, in: folder, zone: selection.zone, showing: conversion
    ) {
      try buffer.write($0)
    }
    let count = try export(selection, to: writer, progress: progress)
    try buffer.flush()
    return (count, (writer as? HTMLExport)?.leftOut ?? 0)
  }
}

/// Collects text, and writes it in larger chunks.
private final class OutputBuffer {
  private let put: ExportTarget.Put
  private var data = Data()

  init(_ put: @escaping ExportTarget.Put) { self.put = put }

  func write(_ text: String) throws {
    data.append(contentsOf: text.utf8)
    if data.count >= 1 << 18 { try flush() }
  }

  func flush() throws {
    guard !data.isEmpty else { return }
    try put(data)
    data.removeAll(keepingCapacity: true)
  }
}
