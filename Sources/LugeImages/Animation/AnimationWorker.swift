import LugeCore

/// Work of the animations' thread until its player ends.
struct AnimationWorker: Sendable {
  let queue: AnimationQueue
  let loader: any ImageLoading
  let decoder: any AnimationDecoding
  let configuration: AnimationPlayer.Configuration

  func run() {
    while true {
      switch queue.next() {
      case .open(let request):
        queue.opened(request, Result { () throws(ImageError) in try open(request.key) })
      case .frame(let request, let index, let animation):
        let result = Result { () throws(ImageError) in
          try decoder.frame(
            index, of: animation, size: request.size, limits: configuration.limits)
        }
        queue.decoded(request, index: index, result)
      case .close(let number): decoder.close(number)
      case .rest:
        if !queue.waitForWork(seconds: configuration.idleSeconds) {
          decoder.releaseIdle()
          queue.forgetKept()
          _ = queue.waitForWork()
        }
      case .wait: _ = queue.waitForWork()
      case .end:
        decoder.releaseIdle()
        return
      }
    }
  }

  private func open(_ key: ImageKey) throws(ImageError) -> (Int, AnimationInfo) {
    // Starts while the file is read or fetched.
    decoder.prepare()
    let bytes = try loader.bytes(of: key, limit: configuration.limits.fileBytes)
    return try decoder.open(bytes, limits: configuration.limits)
  }
}
