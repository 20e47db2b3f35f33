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

  /// - Parameters:
  ///   - title: title of the page, if the format is one.
  ///   - folder: folder of the written file, to which media paths are relative; nil for absolute
  ///     paths.
  ///   - conversion: see ``HTMLExport/init(title:showing:_:)``.
  public func writer(
    title: String, in folder: String?, showing conversion: HTMLExport.Conversion? = nil,
    _ output: @escaping ExportOutput
  ) -> any ExportWriting {
    switch self {
    case .jsonl: LinesExport(output)
    case .markdown: MarkdownExport(in: folder, output)
    case .text: PlainTextExport(in: folder, output)
    case .csv: CSVExport(in: folder, output)
    case .html: HTMLExport(title: title, showing: conversion, output)
    }
  }
}
