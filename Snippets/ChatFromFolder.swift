// A conversation that shows the pictures and animations of a folder: a click opens the viewer,
// Ctrl+F finds words, text can be marked and copied, and what is written is answered.
//
//     swift build --product luge-decode && swift run ChatFromFolder ~/Pictures

// snippet.show
import Foundation
import LugeChat
import LugeCore
import LugeListKit

let me = ChatAuthor(id: 0, name: "You", colorIndex: 3)
let anna = ChatAuthor(id: 1, name: "Anna")
let folder = CommandLine.arguments.dropFirst().first ?? FileManager.default.currentDirectoryPath

/// Pictures of the folder. Only their sizes are read here; luge-decode decodes those in view.
let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  .map { ChatMedia(file: "\(folder)/\($0)") }.filter(\.isViewable)
let began = Int64(Date().timeIntervalSince1970) - Int64(files.count + 1) * 3600

func message(_ number: Int, _ author: ChatAuthor, _ words: String, _ media: [ChatMedia] = [])
  -> ChatMessage
{
  ChatMessage(
    id: ItemID(Int64(number)), author: author, isOutgoing: author == me,
    time: began + Int64(number) * 3600, text: LinkDetector().linking(StyledText(words)),
    media: media)
}

let messages = files.enumerated().map { number, file in
  message(number, number % 3 == 2 ? me : anna, "This is \(file.fileName ?? "")", [file])
}

exit(
  try ChatApplication.run(.init(name: "album", displayName: "Album"), messages) { chat in
    chat.onSend = { words in
      let next = chat.messages.count
      chat.append([message(next, me, words), message(next + 1, anna, "You said: \(words)")])
    }
  })
