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
    /// One request to one URL, made again when the server or the proxy wants to know who asks and a credential is at
    /// hand.
    func authenticated(
        _ request: Request, url: HTTPURL, startedAt start: Deadline, observer: (any ExchangeObserver)?,
        _ handler: (Response) async throws -> Void
    ) async throws {
        let origin = Origin(url)
        // A field of the caller's own is the caller's own business.
        let credential = request.fields.contains(.authorization) ? nil : credential(for: request, at: url)
        let proxyCredential = request.fields.contains(.proxyAuthorization) ? nil : proxyCredential(for: url)
        if credential == nil, proxyCredential == nil {
            return try await attempt(request, url: url, startedAt: start, observer: observer, handler)
        }
        var options = request.authentication ?? configuration.authentication
        // A signature is for the service that the caller named.
        if request.leftOrigin != nil { options.signature = nil }
        var server: Authenticator?
        if options.signature == nil {
            server = credential.map { Authenticator($0, options, memory: digestMemories[origin]) }
        }
        var proxy = proxyCredential.map { Authenticator($0, configuration.proxies.authentication) }
        if let fault = server?.fault ?? proxy?.fault {
            throw HTTPClientError(.prepare, origin: url.origin, cause: .credential(fault))
        }
        while true {
            var answering = request
            let method = request.method.rawValue
            let body = request.body.bytesAtHand
            if let value = proxy?.value(
                method: method, target: url.absoluteForm, body: body, clientNonce: Authenticator.makeClientNonce())
            {
                answering.fields[octets: .proxyAuthorization] = [value]
            }
            let target = proxy == nil ? "\(request.target ?? .origin(url.pathAndQuery))" : url.absoluteForm
            if let value = server?.value(
                method: method, target: target, body: body, clientNonce: Authenticator.makeClientNonce())
            {
                answering.fields[octets: .authorization] = [value]
            }
            if let server { digestMemories[origin] = server.memory }
            if let signature = options.signature, case .password(let user, let password)? = credential {
                try answering.sign(signature, accessKey: user, secretKey: password, at: url)
            }
            var isAnswered = true
            try await attempt(answering, url: url, startedAt: start, observer: observer) { response in
                let isAnswerable =
                    switch response.status {
                    case .unauthorized: server?.accepts(response.fields[octets: .wwwAuthenticate]) ?? false
                    case .proxyAuthenticationRequired:
                        proxy?.accepts(response.fields[octets: .proxyAuthenticate]) ?? false
                    default: false
                    }
                if isAnswerable {
                    // Nothing of a body is used up when the server answered before any of it was asked for.
                    guard request.body.isReplayable || !response.body.exchange.isBodyBegun else {
                        throw HTTPClientError(
                            .receive, origin: url.origin,
                            cause: .requestBody(.notReplayable(status: response.status.code)),
                            requestBytesSent: response.requestBytesSent)
                    }
                    isAnswered = false
                    return try await response.discardBody()
                }
                try await handler(response)
            }
            if isAnswered { return }
        }
    }

    /// Whether anybody has to be told who asks, so that a request goes by way of `authenticated`.
    func needsAuthentication(_ request: Request, at url: HTTPURL) -> Bool {
        (!request.fields.contains(.authorization) && credential(for: request, at: url) != nil)
            || (!request.fields.contains(.proxyAuthorization) && proxyCredential(for: url) != nil)
    }

    /// The credential for the proxy that is asked for whole URLs; a tunnel's proxy is told when the tunnel is dug.
    private func proxyCredential(for url: HTTPURL) -> Credential? {
        guard let route = configuration.proxies.route(to: url), !route.isTunnel else { return nil }
        return route.server.credential
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
        let usesDefault = request.leftOrigin?.hadCredential != true
        return configuration.netrc?.credential(forHost: url.hostForConnecting, usesDefault: usesDefault)
    }
}

extension Request {
    /// Adds the fields that sign the request.
    fileprivate mutating func sign(
        _ signature: AWSSignature, accessKey: String, secretKey: String, at url: HTTPURL
    ) throws(HTTPClientError) {
        let target =
            if case .origin(let target)? = self.target { target } else { url.pathAndQuery }
        let signer = AWSSigner(
            signature, accessKey: accessKey, secretKey: secretKey, method: method.rawValue,
            authority: url.authority, host: url.hostForConnecting, target: target, fields: fields,
            body: body.bytesAtHand, now: .present)
        do throws(AWSSignatureError) {
            for (name, value) in try signer.signingFields() {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
        } catch {
            throw HTTPClientError(.prepare, origin: url.origin, cause: .signature(error))
        }
    }
}

extension RequestBody {
    /// The whole body when it is in memory.
    var bytesAtHand: [UInt8]? {
        switch content {
        case .none: []
        case .bytes(let bytes): bytes
        case .stream, .segments: nil
        }
    }
}
