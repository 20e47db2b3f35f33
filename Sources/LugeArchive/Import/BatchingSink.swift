import LugeCore
import Synchronization

/// Item that the parsing thread passes to the writing thread.
enum ImportItem: Sendable {
  case begin(ConversationRecord)
  case amend(ConversationRecord)
  case messages([PreparedMessage])
  case skip(SkippedRecord)
  case note(SkippedRecord)
  /// A part of the input is broken; the following ones are still read.
  case fault(ArchiveError, part: Int)
  /// The last item: the input was read, or could not be.
  case end(ArchiveError?)
}

/// A message with its lists encoded as JSON. The parsing thread encodes them, because the writing
/// thread has more work.
struct PreparedMessage: Sendable {
  var record: MessageRecord
  var spans: String?
  var reactions: String?
  var media: String?
  var post: String?
  /// Keys in other exports; see ``ImportSink/add(_:alsoKnownAs:)``.
  var otherKeys: [KnownKey] = []

  init(_ record: MessageRecord, with json: JSONWriter, alsoKnownAs keys: [KnownKey] = []) {
    self.record = record
    otherKeys = keys
    spans = SpanCoding.encode(record.text.spans, with: json)
    reactions = RecordCoding.encode(record.reactions, with: json)
    media = RecordCoding.encode(record.media, with: json)
    post = RecordCoding.encode(record.post)
  }

  /// Bytes of everything in it that may be long.
  var byteCount: Int {
    let parts = [
      spans, reactions, media, post, record.unknownFields, record.forwardedFrom, record.sourceKey,
      record.replyTo?.sourceKey, record.replyTo?.conversationKey,
    ]
    let keys = otherKeys.reduce(0) { $0.addingClamped($1.key.utf8.count) }
    return parts.reduce(record.text.string.utf8.count.addingClamped(keys)) {
      $0.addingClamped($1?.utf8.count ?? 0)
    }
  }
}

/// The sink that export readers write to: collects batches and puts them into the queue.
final class BatchingSink: ImportSink {
  /// Thrown through the reader when the writer has stopped.
  struct Stopped: Error {}

  private let queue: BoundedQueue<ImportItem>
  private let cancellation: ImportCancellation
  private let bytesRead: BytesRead
  private let json = JSONWriter()
  private var batch: [PreparedMessage] = []
  private var batchBytes = 0
  private var finishedBytes: Int64 = 0

  /// Limits of a batch. With the queue's capacity they limit memory.
  private static let batchCount = 512
  private static let batchByteLimit = 1 << 20

  init(
    queue: BoundedQueue<ImportItem>, cancellation: ImportCancellation, bytesRead: BytesRead
  ) {
    self.queue = queue
    self.cancellation = cancellation
    self.bytesRead = bytesRead
    batch.reserveCapacity(Self.batchCount)
  }

  func begin(_ conversation: ConversationRecord) throws { try send(.begin(conversation)) }
  func amend(_ conversation: ConversationRecord) throws { try send(.amend(conversation)) }
  func skip(_ record: SkippedRecord) throws { try send(.skip(record)) }
  func note(_ record: SkippedRecord) throws { try send(.note(record)) }

  func add(_ message: MessageRecord) throws { try add(message, alsoKnownAs: []) }

  func add(_ message: MessageRecord, alsoKnownAs keys: [KnownKey]) throws {
    let prepared = PreparedMessage(message, with: json, alsoKnownAs: keys)
    batch.append(prepared)
    batchBytes = batchBytes.addingClamped(prepared.byteCount)
    if batch.count >= Self.batchCount || batchBytes >= Self.batchByteLimit { try flush() }
  }

  func fail(_ error: ArchiveError, part: Int) throws { try send(.fault(error, part: part)) }

  /// Ends a part; the byte count of the next part continues from here.
  func finishPart(size: Int64?) {
    finishedBytes = size.map(finishedBytes.addingClamped) ?? bytesRead.load()
    bytesRead.store(finishedBytes)
  }

  func progress(bytes: Int64) throws {
    bytesRead.store(finishedBytes.addingClamped(bytes))
    if cancellation.isCancelled { throw ArchiveError.cancelled }
  }

  func flush() throws {
    guard !batch.isEmpty else { return }
    if cancellation.isCancelled { throw ArchiveError.cancelled }
    let full = batch
    batch = []
    batch.reserveCapacity(Self.batchCount)
    batchBytes = 0
    guard queue.push(.messages(full)) else { throw Stopped() }
  }

  private func send(_ item: ImportItem) throws {
    try flush()
    guard queue.push(item) else { throw Stopped() }
  }
}

/// Number of input bytes read so far, written by one thread and read by another.
final class BytesRead: Sendable {
  private let value = Atomic<Int64>(0)

  func store(_ bytes: Int64) { value.store(bytes, ordering: .relaxed) }
  func load() -> Int64 { value.load(ordering: .relaxed) }
}
