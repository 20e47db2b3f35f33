import Testing
@testable import LugeLive
