import Foundation

/// The client-server API of one server, with or without an account's token. The token is sent to no
/// other server, because redirections are not followed.
public final class MatrixClient: Sendable {
  /// Address such as `https://host`, without a slash at its end.
  public let base: String
  private let http: HTTPClient
  private let token: AccountToken?

  public convenience init(base: String, token: String? = nil, http: HTTPClient) {
    self.init(base: base, token: token.map { AccountToken($0) }, http: http)
  }

  init(base: String, token: AccountToken?, http: HTTPClient) {
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.token = token
    self.http = http
  }

  typealias Query = [(name: String, value: String)]

  struct Nothing: Encodable {}

  func get<Answer: Decodable>(
    _ path: [String], _ query: Query = [], seconds: Double = 60
  ) async throws(MatrixError) -> Answer {
    try await call(.get, path, query, body: nil, seconds: seconds)
  }

  func put<Answer: Decodable>(
    _ path: [String], _ body: some Encodable
  ) async throws(MatrixError) -> Answer {
    try await call(.put, path, [], body: try encode(body), seconds: 60)
  }

  func post<Answer: Decodable>(
    _ path: [String], _ body: some Encodable, query: Query = []
  ) async throws(MatrixError) -> Answer {
    try await call(.post, path, query, body: try encode(body), seconds: 60)
  }

  private func encode(_ body: some Encodable) throws(MatrixError) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(body))
    } catch {
      throw .unreadable("\(error)")
    }
  }

  private func call<Answer: Decodable>(
    _ method: HTTPRequest.Method, _ path: [String], _ query: Query, body: [UInt8]?,
    seconds: Double
  ) async throws(MatrixError) -> Answer {
    var request = HTTPRequest(method, address(path, query), body: body, totalSeconds: seconds)
    if body != nil { request.headers.append(("Content-Type", "application/json")) }
    let response = try await perform(request)
    return try Self.decode(response.body)
  }

  /// Builds an address. Parts may come from anywhere: they are escaped, so that they lead nowhere
  /// else.
  func address(_ path: [String], _ query: Query = []) -> String {
    var address = base
    for part in path { address += "/" + Self.escaped(part) }
    var separator = "?"
    for (name, value) in query {
      address += separator + Self.escaped(name) + "=" + Self.escaped(value)
      separator = "&"
    }
    return address
  }

  private static func escaped(_ text: String) -> String {
    // A part consisting of dots would lead upwards.
    if text == "." || text == ".." { return text.replacingOccurrences(of: ".", with: "%2E") }
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  /// - Parameter isOpen: whether the request is made without the token.
  func perform(
    _ request: HTTPRequest, isOpen: Bool = false
  ) async throws(MatrixError) -> HTTPResponse {
    var request = request
    if let token, !isOpen {
      request.headers.append(("Authorization", "Bearer \(try await token.value())"))
    }
    let response: HTTPResponse
    do {
      response = try await http.perform(request)
    } catch {
      throw .network(error)
    }
    switch response.status {
    case 200..<300: return response
    case 300..<400: throw .redirected(response.headers["location"] ?? "")
    case 429: throw .limited(seconds: Self.seconds(of: response))
    case 500...: throw .server(status: response.status)
    default:
      let refusal = try? JSONDecoder().decode(Refusal.self, from: Data(response.body))
      throw .refused(
        status: response.status, code: refusal?.code ?? "", message: refusal?.message ?? "")
    }
  }

  private struct Refusal: Decodable {
    var code: String?
    var message: String?
    var milliseconds: Int64?

    init(from decoder: any Decoder) throws {
      let fields = Fields(decoder)
      code = fields["errcode"]
      message = (fields["error"] as String?).map { String($0.prefix(300)) }
      milliseconds = fields.number("retry_after_ms")
    }
  }

  /// Returns the wait that a server requests: from the header, or from the body, as in earlier
  /// versions.
  private static func seconds(of response: HTTPResponse) -> Double? {
    if let header = response.headers["retry-after"], let seconds = Double(header), seconds >= 0 {
      return min(seconds, 3600)
    }
    let refusal = try? JSONDecoder().decode(Refusal.self, from: Data(response.body))
    return refusal?.milliseconds.map { min(max(0, Double($0) / 1000), 3600) }
  }

  static func decode<Answer: Decodable>(_ body: [UInt8]) throws(MatrixError) -> Answer {
    do {
      return try JSONDecoder().decode(Answer.self, from: Data(body))
    } catch {
      // A single event that is nested too deeply must not make all others unreadable.
      if let answer = try? JSONDecoder().decode(Answer.self, from: Data(JSONDepth.cut(body))) {
        return answer
      }
      throw .unreadable("no JSON of the expected form")
    }
  }
}
