internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// The Digest challenges that a client has met, by origin, so that the next request answers at once.
final class DigestMemories: Sendable {
    /// A client that meets more origins than this forgets them and is challenged again.
    private static let most = 1024

    private let memories = Mutex<[Origin: Authenticator.Memory]>([:])

    subscript(origin: Origin) -> Authenticator.Memory? {
        get { memories.withLock { $0[origin] } }
        set {
            memories.withLock { memories in
                if memories.count >= Self.most { memories.removeAll() }
                memories[origin] = newValue
            }
        }
    }
}

extension HTTPClient {
    private enum AuthenticationTurn<Value> {
        case answered(Value)
        case again
    }

    /// One request to one URL, made again when the server wants to know who asks and a credential is at hand.
    func authenticated<Value>(
        _ request: Request, url: HTTPURL, startedAt start: Deadline, observer: (any ExchangeObserver)?,
        _ handler: (Response) async throws -> Value
    ) async throws -> Value {
        // A field of the caller's own is the caller's own business.
        guard !request.fields.contains(.authorization), let credential = credential(for: request, at: url) else {
            return try await attempt(request, url: url, startedAt: start, observer: observer, handler)
        }
        let origin = Origin(url)
        var authenticator = Authenticator(
            credential, request.authentication ?? configuration.authentication, memory: digestMemories[origin])
        while true {
            var answering = request
            let value = authenticator.value(
                method: request.method.rawValue, target: "\(request.target ?? .origin(url.pathAndQuery))",
                body: request.body.bytesAtHand, clientNonce: Authenticator.makeClientNonce())
            // HTTPTypes turns a line break into a blank; a token with one is sent as no one's credential.
            if let value { answering.fields[.authorization] = value }
            digestMemories[origin] = authenticator.memory
            let turn = try await attempt(answering, url: url, startedAt: start, observer: observer) { response in
                if response.status == .unauthorized, request.body.isReplayable,
                    authenticator.accepts(response.fields[values: .wwwAuthenticate])
                {
                    try await response.discardBody()
                    return AuthenticationTurn<Value>.again
                }
                return .answered(try await handler(response))
            }
            if case .answered(let value) = turn { return value }
        }
    }

    /// The credential for a URL, from the nearest place: the request, the URL itself, the configuration, netrc.
    private func credential(for request: Request, at url: HTTPURL) -> Credential? {
        if let credential = request.credential { return credential }
        if let credential = url.credential {
            // A name alone may have its password in the netrc file.
            guard url.password.isEmpty, case .password(let user, _) = credential else { return credential }
            return configuration.netrc?.credential(forHost: url.hostForConnecting, user: user) ?? credential
        }
        if let known = configuration.credentials.first(where: { $0.origin.hasSameOrigin(as: url) }) {
            return known.credential
        }
        return configuration.netrc?.credential(forHost: url.hostForConnecting)
    }
}

extension RequestBody {
    /// The whole body when it is in memory.
    var bytesAtHand: [UInt8]? {
        switch content {
        case .none: []
        case .bytes(let bytes): bytes
        case .stream: nil
        }
    }
}
