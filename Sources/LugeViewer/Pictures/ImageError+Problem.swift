import LugeCore
import LugeImages

extension ImageError {
  /// What a placeholder says about it; nil for what is none of the reader's business.
  var problem: ImageProblem? {
    switch self {
    case .notReadable: .missing
    case .unsupportedSource, .unsupportedFormat: .unsupported
    case .tooManyBytes, .tooManyPixels, .tooMuchMemory, .tooManyFrames, .tookTooLong: .tooLarge
    case .corrupt, .decoderDied: .broken
    case .network(let problem): problem.isRetryable ? .network : .missing
    case .noDecoder: .noDecoder
    case .invalidSize, .notOpen, .cancelled: nil
    }
  }
}
