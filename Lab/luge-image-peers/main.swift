import Glibc

// Comparison of `luge lab images` with other libraries, and the pictures for it. A program of its
// own, so that luge links neither library; it measures itself, without its start.

let arguments = Array(CommandLine.arguments.dropFirst())

func fail(_ words: String) -> Never {
  _ = "luge-image-peers: \(words)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}

switch arguments.first {
case "photos" where arguments.count == 4:
  guard let small = Int(arguments[2]), let large = Int(arguments[3]) else { fail("no numbers") }
  Photos.write(to: arguments[1], small: small, large: large)
case "animations" where arguments.count == 3:
  guard let count = Int(arguments[2]) else { fail("no number") }
  Photos.writeAnimations(to: arguments[1], count: count)
case "films" where arguments.count == 3:
  guard let count = Int(arguments[2]) else { fail("no number") }
  Photos.writeFilms(to: arguments[1], count: count)
case "vips" where arguments.count > 2, "pixbuf" where arguments.count > 2:
  guard let side = Int32(arguments[1]), (1...4096).contains(side) else { fail("no size") }
  let files = Array(arguments.dropFirst(2))
  let thumbnail = arguments[0] == "vips" ? Peers.vips() : Peers.pixbuf
  // Whatever is loaded on first use is not counted, as it is not for luge.
  guard thumbnail(files[0], side) else { fail("\(files[0]) was not decoded") }
  let start = Peers.now
  for file in files where !thumbnail(file, side) { fail("\(file) was not decoded") }
  print(Peers.now - start)
default:
  fail("photos FOLDER SMALL LARGE | animations|films FOLDER COUNT | vips|pixbuf SIZE FILE...")
}
