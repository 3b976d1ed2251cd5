internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// The credentials for one request to one URL; answers the challenges of the server and the proxy.
///
/// A class, so that requests without credentials reserve no space for it.
final class Login {
    private let origin: String
    /// Whether the last request went without its body, to ask for a challenge.
    private(set) var isAsking = false
    private var hasAsked = false
    private var server: Authenticator?
    private var proxy: Authenticator?
    /// Why ``canAnswer(_:to:)`` found the last challenge unanswerable, if it did.
    private var refusal: ChallengeRefusal?
    private let signature: (signature: AWSSignature, user: String, password: String)?

    /// - Throws: `.credential` if one can't be sent.
    init(
        _ request: Request, server credential: Credential?, proxy proxyCredential: Credential?,
        _ options: AuthenticationOptions, proxyOptions: AuthenticationOptions, memory: Authenticator.Memory?,
        tokens: (server: TokenSource?, proxy: TokenSource?) = (nil, nil)
    ) throws(HTTPClientError) {
        origin = request.url.origin
        // Only requests to the caller's origin are signed. Elsewhere the key isn't sent as a password either, although the credential
        // may be one that a netrc file has for that host.
        if let signature = options.signature {
            if request.leftOrigin == nil, case .password(let user, let password)? = credential {
                self.signature = (signature, user, password)
            } else {
                self.signature = nil
            }
        } else {
            signature = nil
            server = credential.map { Authenticator($0, options, memory: memory, tokens: tokens.server) }
        }
        proxy = proxyCredential.map { Authenticator($0, proxyOptions, tokens: tokens.proxy) }
        try check(request)
    }

    private func check(_ request: Request) throws(HTTPClientError) {
        guard let fault = server?.fault ?? proxy?.fault else { return }
        throw HTTPClientError(.prepare, origin: request.url.origin, cause: .credential(fault))
    }

    /// Makes what the request is signed with, as far as that takes time.
    func prepare(_ request: Request) async throws(HTTPClientError) {
        await proxy?.prepare()
        await server?.prepare()
        try check(request)
    }

    /// Whether the next request has to go over the connection of the last one.
    var isBound: Bool { server?.isBound == true || proxy?.isBound == true }

    /// The request with its authentication fields.
    ///
    /// - Parameter memories: stores the Digest challenge for the next request to the origin.
    func signed(
        _ request: Request, remembering memories: DigestMemories, _ random: RandomSource
    ) throws(HTTPClientError) -> Request {
        var signed = request
        if server?.tokens != nil || proxy?.tokens != nil { signed.mayLogIn = true }
        let (method, url, body) = (request.method.rawValue, request.url, request.body.bytesAtHand)
        // What the server gets, whether or not a proxy gets the whole URL (RFC 9112 section 3.2.1).
        let target = request.target ?? .origin(url.pathAndQuery)
        // RFC 7616 section 3.4: each digest is of the target that its recipient gets, and may compare it with.
        if let value = proxy?.value(
            method: method, target: "\(target.atProxy(of: url))", body: body, clientNonce: random.clientNonce)
        {
            signed.fields[octets: .proxyAuthorization] = [value]
        }
        memories.count(for: origin, &server)
        if let value = server?.value(
            method: method, target: "\(target)", body: body, clientNonce: random.clientNonce)
        {
            signed.fields[octets: .authorization] = [value]
        }
        isAsking = !hasAsked && !request.body.isNone && server?.onlyAsks == true
        if isAsking {
            hasAsked = true
            signed.body = .bytes([])
            signed.expectsContinue = false
            // They are about the body that comes later.
            for name in [HTTPField.Name.contentLength, .transferEncoding, .expect] { signed.fields[name] = nil }
        }
        if let signature {
            try signed.sign(signature.signature, accessKey: signature.user, secretKey: signature.password)
        }
        return signed
    }

    /// Whether the response is a challenge that the next request can answer.
    ///
    /// - Throws: `.notReplayable` if only the body prevents it.
    func canAnswer(_ response: Response, to request: Request) async throws(HTTPClientError) -> Bool {
        var isAnswerable = false
        if response.status.isChallenge {
            let isProxys = response.status == .proxyAuthenticationRequired
            let fields = response.fields[octets: isProxys ? .proxyAuthenticate : .wwwAuthenticate]
            refusal = isProxys ? await proxy.answer(to: fields) : await server.answer(to: fields)
            isAnswerable = refusal == nil
        } else {
            let isServer = await server?.isProven(by: response.fields[octets: .wwwAuthenticate])
            let isProxy = await proxy?.isProven(by: response.fields[octets: .proxyAuthenticate])
            if isServer == false || isProxy == false {
                throw HTTPClientError(.firstByte, origin: request.url.origin, cause: .credential(.serverUnproven))
            }
        }
        // Nobody asked for a password: the request is sent as it was meant. What the server says of one without its body is no answer to
        // it, except where that one is to go, body and all.
        if isAsking, !response.status.isChallenge, !response.status.keepsBodyElsewhere { return true }
        guard isAnswerable else { return false }
        if isAsking {
            // The server hasn't been asked yet where a proxy asks before it.
            if response.status == .proxyAuthenticationRequired { hasAsked = false }
            return true
        }
        // The body isn't used up if the server answered before any of it was read.
        guard request.body.isReplayable || !response.isRequestBodyBegun else {
            throw HTTPClientError(
                .receive, origin: request.url.origin,
                cause: .requestBody(.notReplayable(status: response.status.code)),
                requestBytesSent: response.requestBytesSent)
        }
        return true
    }

    /// Tells what ``canAnswer(_:to:)`` decided about a response with this status.
    func tellVerdict(on status: HTTPResponse.Status, _ observer: Observers) {
        guard status.isChallenge else { return }
        if let refusal { return observer.tell(.challengeUnanswered, (status.code, refusal)) }
        let scheme = (status == .proxyAuthenticationRequired ? proxy : server)?.scheme ?? ""
        observer.tell(.challengeAnswered, (scheme, status.code))
    }
}

extension Authenticator? {
    /// Why these challenges aren't answered; `nil` if they are.
    mutating func answer(to fields: [[UInt8]]) async -> ChallengeRefusal? {
        guard var authenticator = self else { return .noCredential }
        defer { self = authenticator }
        return await authenticator.answer(to: fields)
    }
}

extension HTTPResponse.Status {
    /// Whether it asks for a credential.
    var isChallenge: Bool { self == .unauthorized || self == .proxyAuthenticationRequired }
    /// Whether it sends the request elsewhere as it is (RFC 9110 sections 15.4.8 and 15.4.9).
    fileprivate var keepsBodyElsewhere: Bool { self == .temporaryRedirect || self == .permanentRedirect }
}

extension HTTPClient {
    /// The login of a request; `nil` without credentials.
    ///
    /// - Parameter start: when the call began.
    func login(for request: Request, from start: Deadline) throws(HTTPClientError) -> Login? {
        // A field set by the caller takes precedence.
        let credential = request.fields.contains(.authorization) ? nil : credential(for: request)?.credential
        let proxy = request.fields.contains(.proxyAuthorization) ? nil : proxy(for: request)
        if credential == nil, proxy?.credential == nil { return nil }
        let options = request.authentication ?? configuration.authentication
        let proxyOptions = configuration.proxies.authentication
        let end = Deadlines(request.timeouts(or: configuration.timeouts), startedAt: start).total
        return try Login(
            request, server: credential, proxy: proxy?.credential, options, proxyOptions: proxyOptions,
            memory: (request.digestMemories ?? digestMemories)[request.url.origin],
            tokens: (
                configuration.tokens(for: request.url.hostForConnecting, options, until: end),
                proxy.flatMap { configuration.tokens(for: $0.host, proxyOptions, until: end) }
            ))
    }

    /// The proxy that is sent whole URLs, if any; a tunnel's gets its credential when the tunnel is opened.
    private func proxy(for request: Request) -> ProxyServer? {
        let route = configuration.route(to: request.url, needsTunnel: request.switchesProtocols)
        guard let route, !route.isTunnel else { return nil }
        return route.server
    }

    /// The credential from the first of: the request, its URL, the configuration, netrc.
    func credential(
        for request: Request
    ) -> (credential: Credential, source: CredentialSource)? {
        let url = request.url
        if let credential = request.credential { return (credential, .request) }
        if let credential = url.credential {
            // A user name without a password may have one in the netrc file.
            guard url.password.isEmpty, case .password(let user, _) = credential else {
                return (credential, .url)
            }
            let known = configuration.netrc?.credential(forHost: url.hostForConnecting, user: user)
            return known.map { ($0, .netrc) } ?? (credential, .url)
        }
        if let known = configuration.credentials.first(where: { $0.origin.hasSameOrigin(as: url) }) {
            return (known.credential, .configuration)
        }
        let usesDefault = request.leftOrigin?.hadCredential != true
        return configuration.netrc?.credential(forHost: url.hostForConnecting, usesDefault: usesDefault)
            .map { ($0, .netrc) }
    }

    /// Tells which credentials the request has got, and notes whose fields they are.
    func tellCredentials(of signed: inout Request, before request: Request, _ observer: Observers) {
        let added = signed.fields.map(\.name).filter { !request.fields.contains($0) }
        signed.noteFields(addedTo: request.fields, from: "the credential")
        for name in added where name == .authorization || name == .proxyAuthorization {
            let scheme = (signed.fields[name] ?? "").prefix { $0 != " " }
            observer.tell(.credentialSent, (String(scheme), name == .proxyAuthorization))
        }
        guard !signed.fields.contains(.authorization), let source = credential(for: request)?.source else { return }
        observer.tell(.credentialHeld, source)
    }
}

extension Request {
    /// Whether the caller gave it a token of Negotiate.
    var hasToken: Bool {
        func isToken(_ value: String?) -> Bool { value?.prefix(10).lowercased() == "negotiate " }
        return isToken(fields[.authorization]) || isToken(fields[.proxyAuthorization])
    }

    /// Adds the fields that sign the request.
    fileprivate mutating func sign(
        _ signature: AWSSignature, accessKey: String, secretKey: String
    ) throws(HTTPClientError) {
        let target =
            if case .origin(let target)? = self.target { target } else { url.pathAndQuery }
        let signer = AWSSigner(
            signature: signature, accessKey: accessKey, secretKey: secretKey, method: method.rawValue,
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
    /// The whole body if it is in memory.
    fileprivate var bytesAtHand: [UInt8]? {
        switch content {
        case .none: []
        case .bytes(let bytes): bytes
        case .stream, .segments: nil
        }
    }
}
