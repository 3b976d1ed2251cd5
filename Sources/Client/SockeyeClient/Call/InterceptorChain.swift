internal import SockeyeHTTP1
internal import SockeyeURL

/// The interceptors of one call, and how often its request has passed them.
struct InterceptorChain {
    /// More rounds than this mean a loop between an interceptor and the server.
    private static let roundLimit = 10

    private let interceptors: [any RequestInterceptor]
    private var rounds = 0

    /// One pass through the chain.
    struct Pass {
        /// The interceptors that the request reached, and the request as each passed it on.
        var passed: [(interceptor: any RequestInterceptor, request: Request)] = []
        /// The request as the last one passed it on.
        var request: Request
        /// The response of the interceptor that answered it, if any.
        var answer: SyntheticResponse?
    }

    init(_ interceptors: [any RequestInterceptor]) {
        self.interceptors = interceptors
    }

    /// Passes the request through the chain. If one of them throws, the pass says which ones it had reached.
    mutating func prepare(_ pass: inout Pass) async throws(HTTPClientError) {
        rounds += 1
        for interceptor in interceptors {
            let last = pass.request
            switch try await Self.wrapping(last.url, { try await interceptor.prepare(last) }) {
            case .proceed(let next):
                pass.passed.append((interceptor, next))
                pass.request = next
            case .answer(let answer):
                pass.answer = answer
                return
            }
        }
    }

    /// Passes the response to the interceptors that the request reached, last first. Returns the request to send
    /// instead, if one asks for it.
    func receive(_ response: Response, on pass: Pass) async throws(HTTPClientError) -> Request? {
        for (interceptor, request) in pass.passed.reversed() {
            let reaction = try await Self.wrapping(response.url) {
                try await interceptor.receive(response, to: request)
            }
            if case .again(let again) = reaction, rounds <= Self.roundLimit { return again }
        }
        return nil
    }

    func failed(_ error: HTTPClientError, on pass: Pass) async {
        for (interceptor, request) in pass.passed.reversed() { await interceptor.failed(error, for: request) }
    }

    private static func wrapping<Result>(
        _ url: HTTPURL, _ body: () async throws -> Result
    ) async throws(HTTPClientError) -> Result {
        do {
            return try await body()
        } catch let error as HTTPClientError {
            throw error
        } catch {
            let cause: HTTPClientError.Cause = error is CancellationError ? .cancelled : .interceptor("\(error)")
            throw HTTPClientError(.prepare, origin: url.origin, cause: cause)
        }
    }
}
