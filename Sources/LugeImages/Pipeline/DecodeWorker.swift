import LugeCore

/// What a decode thread does until its pipeline ends.
struct DecodeWorker: Sendable {
  let queue: ImageQueue
  let loader: any ImageLoading
  let decoder: any ImageDecoding
  let configuration: ImagePipeline.Configuration

  func run() {
    while true {
      switch queue.next() {
      case .answer(let answers): for answer in answers { answer.give() }
      case .decode(let request, let job, let watch):
        queue.finish(request, job: job, picture(request, watch)).give()
      case .wait: queue.waitForWork()
      case .end: return
      }
    }
  }

  private func picture(
    _ request: ImageRequest, _ watch: DecodeWatch
  ) -> Result<Bitmap, ImageError> {
    Result { () throws(ImageError) in
      let limits = configuration.limits
      watch.start(seconds: limits.seconds)
      let bytes = try loader.bytes(of: request.key, limit: limits.fileBytes)
      guard !watch.wasCancelled else { throw .cancelled }
      return try decoder.decode(bytes, size: request.size, limits: limits, watch: watch)
    }
  }
}
