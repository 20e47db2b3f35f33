import Foundation
import LugeCore
import LugeImages
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("Files that are started rather than shown")
struct ProgramKindTests {
  private func kind(_ name: String, _ text: String = "hello", isExecutable: Bool = false)
    -> String?
  {
    ProgramKind(path: "/e/\(name)", beginning: Array(text.utf8), isExecutable: isExecutable)?.words
  }

  @Test(
    "By their names",
    arguments: [
      "a.desktop", "a.DESKTOP", "Invoice.pdf.desktop", "a.sh", "a.py", "a.exe", "a.jar",
      "a.AppImage",
      "a.deb", "a.flatpakref", "a.lnk", "a.url", "a.html", "a.hta", "a.msi", "a.ps1", "a.run",
      "page.html.", "a.sh. ", "a.svg", "a.m3u8", "a.xspf", "a.docm", "a.oxt", "a.rdp", "a.torrent",
      "a.ps", "a.eps", "a\u{600}.desktop", "a/\u{301}b.sh", "a.chm", "a.phar", "a.inetloc",
    ])
  func names(name: String) { #expect(kind(name) != nil) }

  @Test("By their first bytes, whatever they are called")
  func bytes() {
    #expect(kind("Invoice.pdf", "#!/bin/sh\nrm -r ~") == "a script")
    #expect(kind("Invoice.pdf", "\u{FEFF}#!/usr/bin/python3\n") == "a script")
    #expect(kind("Invoice.pdf", "\u{7F}ELF\u{2}\u{1}") == "a program")
    #expect(kind("Invoice.pdf", "MZ\u{90}") == "a program for Windows")
    for text in ["%!PS-Adobe-3.0\n", "%!\n", "\u{4}%!PS", "\u{1B}%-12345X@PJL\n%!PS"] {
      #expect(kind("Invoice.pdf", text) == "a document that can contain programs")
    }
    #expect(kind("Invoice.pdf", "%PDF-1.7") == nil)
    for entry in [
      "[Desktop Entry]\nExec=sh", "\n\n# comment\n[Desktop Entry]\nExec=sh",
      "#comment\r\n  [Desktop Entry]\r\n",
    ] {
      #expect(kind("Invoice.pdf", entry)?.contains("desktop entry") == true)
    }
    #expect(kind("a", "dex\n035") == "a program")
    for page in [
      "<!DOCTYPE html><script>", "\u{FEFF}\n <HTML>", "<?xml version='1.0'?>\n<svg xmlns='x'/>",
      "<script>", "<?xml?><!DOCTYPE x PUBLIC '-//W3C//DTD XHTML 1.0'>",
    ] {
      #expect(kind("page", page) == "a web page, which can contain scripts")
    }
    #expect(kind("a.xml", "<?xml version='1.0'?><gpx/>") == nil)
    for list in [
      "#EXTM3U\nhttp://example.org/a.mp3", "[playlist]\nFile1=http://example.org/a",
      "<?xml version='1.0'?><playlist xmlns='http://xspf.org/ns/0/'>", "<ASX version='3.0'>",
    ] {
      #expect(kind("song.mp3", list)?.contains("playlist") == true)
    }
  }

  @Test(
    "Films and pictures whose content is something else, because desktops look at the content",
    arguments: [
      "<title>x</title><img src=x onerror=alert(1)>", "<style>x</style>", "x <html><script>",
      "<?xml version='1.0'?><h:html xmlns:h='x'><h:script>", "<MPD><BaseURL>http://x</BaseURL>",
      "v=0\no=- 0 0 IN IP4 x\n", "rtsp://x/a\n", "FILE \"a.wav\" WAVE\n  TRACK 01 AUDIO\n",
      "# mpv EDL v0\n/a\n", "ffconcat version 1.0\nfile http://x\n", "d8:announce3:x",
      "MIME-Version: 1.0\nContent-Type: multipart/related\n",
      "\0\0\0\u{20}moov\0\0\0\u{18}rmrardrf",
      "just words",
    ])
  func otherContent(text: String) {
    #expect(kind("holiday.mp4", text) != nil)
    // What is no film may be a text.
    if text != "just words" { #expect(kind("holiday", text) != nil) }
  }

  @Test("A page in UTF-16")
  func wide() {
    for mark in [[0xFF, 0xFE] as [UInt8], [0xFE, 0xFF]] {
      let letters = Array("<script>".utf8).flatMap { mark[0] == 0xFF ? [$0, 0] : [0, $0] }
      let kind = ProgramKind(path: "/e/a.txt", beginning: mark + letters, isExecutable: false)
      #expect(kind?.words == "a web page, which can contain scripts")
    }
  }

  @Test("By their permissions, but for documents on file systems that have none")
  func permissions() {
    #expect(kind("a.txt", isExecutable: true) == "a file that is marked as a program")
    #expect(kind("a.pdf", "%PDF-1.7", isExecutable: true) == nil)
    let photo = ProgramKind(
      path: "/e/a.jpg", beginning: [0xFF, 0xD8, 0xFF, 0xE0], isExecutable: true)
    #expect(photo == nil)
  }

  @Test("Documents are none")
  func documents() {
    for (name, text) in [
      ("a.pdf", "%PDF-1.7"), ("a.txt", "hello"), ("a.odt", "PK\u{3}\u{4}"),
      ("a.docx", "PK\u{3}\u{4}"), ("a.mp4", "\0\0\0\u{18}ftypmp42"), ("a.mov", "\0\0\0\u{8}wide"),
      ("a.zip", "PK\u{3}\u{4}"), ("README", "hello"), ("a.csv", "a,b\n1,<2\n"),
      ("a.amr", "#!AMR\n<"), ("a.mp3", "ID3<title>"), ("a.ogg", "OggS"), ("a.webp", "RIFF"),
      ("a.gif", "GIF89a"), ("a.unknown", "\u{1}\u{2}"), ("links.txt", "https://example.org\n"),
      ("a.cpp", "std::vector<base> v; map<titled, x>"), ("a.jpg", ""),
    ] {
      #expect(kind(name, text) == nil, "\(name) \(text)")
    }
    #expect(kind("a.txt", "see [Desktop Entry]") == nil)
    #expect(kind("a.txt", "") == nil)
  }

  @Test("What is looked at is the file beneath the folder")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("#!/bin/sh\n", as: "export/Invoice.pdf")
    let file = try ExportFile(ImageKey("Invoice.pdf", beneath: folder.path + "/export"))
    #expect(ProgramKind(file)?.words == "a script")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    #expect(try ExportFile(ImageKey("Invoice.pdf", beneath: folder.path + "/export")).isExecutable)
  }
}
