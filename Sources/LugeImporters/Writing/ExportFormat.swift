import Foundation

/// Format in which an archive is exported.
public enum ExportFormat: String, CaseIterable, Sendable {
  case jsonl, markdown, text, csv, html

  /// Finds the format of a file name extension, given without its dot.
  public init?(extension name: String) {
    switch name.lowercased() {
    case "jsonl", "ndjson": self = .jsonl
    case "md", "markdown": self = .markdown
    case "txt": self = .text
    case "csv": self = .csv
    case "html", "htm": self = .html
    default: return nil
    }
  }

  /// Returns a writer of this format.
  ///
  /// - Parameters:
  ///   - title: title of a web page; other formats have none.
  ///   - folder: folder of the file, to which the paths of media are relative; nil: they are
  ///     absolute.
  ///   - conversion: see ``HTMLExport/init(title:zone:showing:_:)``.
  public func writer(
    title: String, in folder: String?, zone: ExportZone = .utc,
    showing conversion: HTMLExport.Conversion? = nil, _ output: @escaping ExportOutput
  ) -> any ExportWriting {
    switch self {
    case .jsonl: LinesExport(output)
    case .markdown: MarkdownExport(in: folder, zone: zone, output)
    case .text: PlainTextExport(in: folder, zone: zone, output)
    case .csv: CSVExport(in: folder, zone: zone, output)
    case .html: HTMLExport(title: title, zone: zone, showing: conversion, output)
    }
  }
}
