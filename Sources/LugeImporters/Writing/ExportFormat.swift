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

  /// - Parameter title: Of the page, where it is one.
  public func writer(title: String, _ output: @escaping ExportOutput) -> any ExportWriting {
    switch self {
    case .jsonl: LinesExport(output)
    case .markdown: MarkdownExport(output)
    case .text: PlainTextExport(output)
    case .csv: CSVExport(output)
    case .html: HTMLExport(title: title, output)
    }
  }
}
