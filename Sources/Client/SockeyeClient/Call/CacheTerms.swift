internal import HTTPTypes
internal import SockeyeCache
internal import SockeyeDigest
internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeURL

/// What decides who answers a client besides the URL: trust and road. Responses are stored and found within a partition of
/// the cache for it, so that one given by a server that only `--cacert` or a proxy vouches for is never another's.
///
/// | | part of the key |
/// |---|---|
/// | authorities, revocation list, client's certificate, what has to be proved | of https |
/// | proxies and the trust in them, addresses in place of names, local end, PROXY header | of both schemes |
/// | who asks: the user of the request, its URL, the configuration or netrc, a token, Authorization | of both |
///
/// With the system's defaults and no user, the key is the URL alone. The rest is hashed, so that indexes hold no secrets.
struct CacheTerms: Sendable {
    /// The partition's suffix for http.
    private let plain: String
    /// For https.
    private let secure: String
    /// What a request without its own Authorization is sent with.
    private let defaultAuthorization: String?
    /// A replay has neither the files nor the secrets of the run that it repeats.
    private let isReplay: Bool

    init(_ configuration: HTTPClient.Configuration) {
        isReplay = configuration.replay != nil
        defaultAuthorization = configuration.defaultFields[.authorization]
        guard configuration.cache != nil, !isReplay else {
            (plain, secure) = ("", "")
            return
        }
        let road = Self.road(of: configuration)
        plain = Self.suffix(of: road)
        secure = Self.suffix(of: road + Self.trust(of: configuration.tls))
    }

    /// The key of a request that is sent with this credential.
    func key(of request: Request, _ credential: Credential?, in cache: HTTPCache) -> CacheKey {
        let suffix = (request.url.isSecure ? secure : plain) + suffix(of: user(of: request, credential))
        return suffix.isEmpty ? cache.key(of: request.url) : cache.key(of: request.url, terms: suffix)
    }

    /// A name is marked by `u`, which recordings have too; a secret by `s`, of which they have no digest either.
    private func suffix(of user: [String]) -> String {
        let isName = user.first == "user" && user.count == 2
        if user.isEmpty || isReplay && !isName { return "" }
        return (isName ? "u" : "s") + Self.suffix(of: user)
    }

    private static func suffix(of terms: [String]) -> String {
        if terms.isEmpty { return "" }
        let text = terms.map { "\($0.utf8.count):\($0)" }.joined()
        // Without SHA-256 there is no TLS either; then nothing is ever found again.
        return (try? Digest.sha256(of: text.utf8).hex) ?? "\(UInt64.random(in: 0...UInt64.max))"
    }

    private func user(of request: Request, _ credential: Credential?) -> [String] {
        if let field = request.fields[.authorization] { return ["field", field] }
        let standard = defaultAuthorization.map { ["default", $0] } ?? []
        switch credential {
        case .password(let user, _): return ["user", user] + standard
        case .passwordOctets(let user, _): return ["user", "\(user)"] + standard
        case .bearer(let token): return ["token", token] + standard
        case nil: return standard
        }
    }

    private static func road(of configuration: HTTPClient.Configuration) -> [String] {
        var terms: [String] = []
        let proxies = configuration.proxies
        for (name, server) in [("http", proxies.http), ("https", proxies.https), ("before", proxies.before)] {
            guard let server else { continue }
            let user = server.credential.map { "\($0.pair?.user ?? [])" } ?? ""
            terms += [name, server.kind.rawValue, server.host, "\(server.port)", server.unixSocketPath ?? "", user]
        }
        if !terms.isEmpty {
            terms += proxies.fields.map { "\($0.name): \($0.value)" }
            terms += ["\(proxies.exceptions)", "\(proxies.tunnelsAlways)"]
            // Told from the trust in the server, which follows.
            let trust = proxies.speakTLS ? trust(of: configuration.tlsOfProxies) : []
            if !trust.isEmpty { terms += ["proxy's TLS", "\(trust.count)"] + trust }
        }
        terms += configuration.hostOverrides.map { "\($0)" } + configuration.connectOverrides.map { "\($0)" }
        if let end = configuration.socketOptions.localEnd { terms.append("\(end)") }
        if let service = configuration.nameService { terms += ["names", service.name] }
        let compatibility = configuration.compatibility
        if compatibility.sendsProxyHeader { terms += ["PROXY", compatibility.proxyHeaderClient ?? ""] }
        // A body that was cut and passed for whole isn't one for those who count.
        if compatibility.ignoresContentLength { terms.append("ignores Content-Length") }
        return terms
    }

    private static func trust(of tls: TLSConfiguration) -> [String] {
        let usual = TLSConfiguration()
        var terms: [String] = []
        if tls.roots != usual.roots { terms += tls.roots.flatMap(description) }
        if let file = tls.revocationListFile { terms += ["revoked"] + contents(of: file) }
        if let identity = tls.identity { terms += ["identity"] + contents(of: identity.certificateFile) }
        if tls.pinning != usual.pinning {
            let pins = [tls.pinning.publicKeys, tls.pinning.certificates].map { keys in
                keys.map { Hex.encode($0) }.sorted().joined(separator: " ")
            }
            terms += ["pins"] + pins + ["\(tls.pinning.scope)", "\(tls.pinning.isReportOnly)"]
        }
        if let accepted = tls.acceptedCertificate { terms.append("\(accepted)") }
        if tls.lowestVersion != usual.lowestVersion { terms.append("\(tls.lowestVersion)") }
        if tls.requiresStapledStatus { terms.append("stapled") }
        if !tls.checksHostName { terms.append("any name") }
        if let ciphers = tls.ciphers { terms += ["ciphers", ciphers] }
        if let algorithms = tls.signatureAlgorithms { terms += ["signatures", algorithms] }
        return terms
    }

    private static func description(of roots: TLSConfiguration.Roots) -> [String] {
        switch roots {
        case .system: ["system"]
        case .file(let path): ["file"] + contents(of: path)
        case .folder(let path): ["folder", path]
        case .pem(let text): ["pem", text]
        }
    }

    /// The file's digest, since another may get its name; what can't be read stands for itself.
    private static func contents(of path: String) -> [String] {
        [(try? Digest(.sha256, ofFile: path).hex) ?? path]
    }
}
