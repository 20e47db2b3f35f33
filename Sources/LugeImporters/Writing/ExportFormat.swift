import Foundation

/// A form that an archive is written out in.
public enum ExportFormat: String, CaseIterable, Sendable {
  case jsonl, markdown, text, csv, html

  /// By the ending of a file's name, without its dot.
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

  /// - Parameters:
  ///   - title: Of the page, where it is one.
  ///   - folder: That the file is written into, from which paths of media count; nil for absolute
  ///     ones.
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
