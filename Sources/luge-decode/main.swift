import Glibc
import LugeDecode

// Started by a program that shows pictures, with a socket and shared memory.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--confined" { exit(DecodeServer.execConfined(Array(arguments.dropFirst()))) }
guard arguments == ["--serve"] || arguments == ["--serve-all"] else {
  let words = "luge-decode decodes pictures for luge, which starts it.\n"
  _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(64)
}
exit(DecodeServer.run(withAllLibraries: arguments == ["--serve-all"]))
