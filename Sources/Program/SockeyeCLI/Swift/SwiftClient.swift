internal import Sockeye
internal import SockeyeClient

/// The statements that configure a client as the command line does.
struct SwiftClient {
    private(set) var lines: [String] = []
    /// Modules whose types they name, besides Sockeye.
    private(set) var modules: Set<String> = []

    init(_ operation: TransferSettings) {
        lines = ["var configuration = HTTPClient.Configuration()"]
        setRedirects(operation)
        setTimeouts(operation)
        setConnections(operation)
        setTLS(operation)
        setProxies(operation.proxy)
        setRest(operation)
    }

    private mutating func set(_ name: String, _ value: String) { lines.append("configuration.\(name) = \(value)") }

    private mutating func setRedirects(_ operation: TransferSettings) {
        let redirects = operation.redirects
        guard redirects.isFollowing else { return set("redirects", ".never") }
        set("redirects.limit", redirects.limit.map(String.init) ?? "nil")
        if !redirects.keepsPostAfter.isEmpty { set("redirects.keepsPostAfter", "\(redirects.keepsPostAfter.sorted())") }
        if operation.customMethod != nil, !redirects.adaptsCustomMethod { set("redirects.keepsMethod", "true") }
        if let method = operation.postingMethod {
            let name = SwiftLiteral.string(method.rawValue)
            lines.append("configuration.redirects.methodsThatBecomeGet.insert(HTTPRequest.Method(\(name))!)")
        }
        if redirects.trustsEveryHost { set("redirects.sendsSecretsEverywhere", "true") }
        if redirects.sendsReferer { set("redirects.sendsReferer", "true") }
    }

    private mutating func setTimeouts(_ operation: TransferSettings) {
        if let time = operation.timeLimit { set("timeouts.total", SwiftLiteral.duration(time)) }
        if let time = operation.connectTimeout { set("timeouts.opening", SwiftLiteral.duration(time)) }
        if let time = operation.idleTimeout {
            set("timeouts.idle", SwiftLiteral.duration(time))
            set("timeouts.firstByte", SwiftLiteral.duration(time))
        }
        if let speed = operation.minimumSpeed {
            set(
                "timeouts.minimumSpeed",
                ".init(bytesPerSecond: \(speed.bytesPerSecond), period: \(SwiftLiteral.duration(speed.period)))")
        }
        if let time = operation.continueTimeout { set("continueTimeout", SwiftLiteral.duration(time)) }
    }

    private mutating func setConnections(_ operation: TransferSettings) {
        if operation.addressFamily != .any { set("addressFamily", ".\(operation.addressFamily)") }
        let overrides = operation.resolveOverrides.map { override in
            "HostOverride(host: \(SwiftLiteral.string(override.host)), port: \(override.port), "
                + "addresses: \(SwiftLiteral.list(override.addresses.map(SwiftLiteral.string))))"
        }
        if !overrides.isEmpty {
            modules.insert("SockeyeClient")
            set("hostOverrides", SwiftLiteral.list(overrides))
        }
        let redirections = operation.redirections.map { override in
            let parts = [
                override.host.map { "host: \(SwiftLiteral.string($0))" }, override.port.map { "port: \($0)" },
                override.newHost.map { "newHost: \(SwiftLiteral.string($0))" },
                override.newPort.map { "newPort: \($0)" },
            ]
            return "ConnectOverride(\(parts.compactMap(\.self).joined(separator: ", ")))"
        }
        if !redirections.isEmpty {
            modules.insert("SockeyeClient")
            set("connectOverrides", SwiftLiteral.list(redirections))
        }
        if let path = operation.abstractUnixSocket ?? operation.unixSocket {
            set("unixSocketPath", SwiftLiteral.string(path))
            if operation.abstractUnixSocket != nil { set("isUnixSocketAbstract", "true") }
        }
        if operation.socket.options.usesMultiplePaths { set("socketOptions.usesMultiplePaths", "true") }
        if let rate = operation.download.bytesPerSecond { set("receiveBytesPerSecond", "\(rate)") }
    }

    private mutating func setTLS(_ operation: TransferSettings) {
        if !operation.trust.tls.verifiesPeer { set("tls.verifiesPeer", "false") }
        let trust = operation.trust
        let roots = [
            trust.certificateAuthorityFile.map { ".file(\(SwiftLiteral.string($0)))" },
            trust.certificateAuthorityFolder.map { ".folder(\(SwiftLiteral.string($0)))" },
        ].compactMap(\.self)
        if !roots.isEmpty { set("tls.roots", SwiftLiteral.list(roots)) }
        if let file = trust.certificateFile {
            let parts = [
                "certificateFile: \(SwiftLiteral.string(file))",
                trust.keyFile.map { "keyFile: \(SwiftLiteral.string($0))" },
                trust.password.map { "password: \(SwiftLiteral.string($0))" },
            ]
            set("tls.identity", "ClientIdentity(\(parts.compactMap(\.self).joined(separator: ", ")))")
        }
        let tls = trust.tls
        if tls.lowestVersion == .tls13 { set("tls.lowestVersion", ".tls13") }
        if tls.highestVersion == .tls12 { set("tls.highestVersion", ".tls12") }
        if let ciphers = tls.ciphers { set("tls.ciphers", SwiftLiteral.string(ciphers)) }
        if let ciphers = tls.ciphersOfTLS13 { set("tls.ciphersOfTLS13", SwiftLiteral.string(ciphers)) }
        if let groups = tls.groups { set("tls.groups", SwiftLiteral.string(groups)) }
        if let algorithms = tls.signatureAlgorithms { set("tls.signatureAlgorithms", SwiftLiteral.string(algorithms)) }
        if !tls.pinning.publicKeys.isEmpty {
            let pins = tls.pinning.publicKeys.sorted { $0.lexicographicallyPrecedes($1) }.map { "\($0)" }
            set("tls.pinning.publicKeys", SwiftLiteral.list(pins))
        }
    }

    private mutating func setProxies(_ proxy: ProxyOptions) {
        guard let server = proxy.server, !server.text.isEmpty else { return }
        let kind = server.kind == .http ? "" : ", defaultKind: .\(server.kind)"
        let keyword = proxy.user == nil ? "let" : "var"
        lines.append("\(keyword) proxy = try ProxyServer(parsing: \(SwiftLiteral.string(server.text))\(kind))")
        if let user = proxy.user {
            let password = user.password?.text ?? ""
            lines.append(
                "proxy.credential = .password(user: \(SwiftLiteral.string(user.name.text)), "
                    + "\(SwiftLiteral.string(password)))")
        }
        set("proxies", "ProxySettings(http: proxy, https: proxy)")
        if proxy.tunnelsAlways { set("proxies.tunnelsAlways", "true") }
    }

    private mutating func setRest(_ operation: TransferSettings) {
        if operation.coding.isCompressed { set("coding", ".compressed") }
        if operation.authentication.schemes != [.basic] {
            let names: KeyValuePairs<AuthenticationOptions.Schemes, String> = [
                .basic: ".basic", .digest: ".digest", .negotiate: ".negotiate",
            ]
            let named = names.filter { operation.authentication.schemes.contains($0.key) }.map(\.value)
            set("authentication", "AuthenticationOptions(schemes: \(SwiftLiteral.list(named)))")
        } else if operation.hasLogin, operation.authentication.signature == nil {
            set("authentication.sendsBasicAtOnce", "true")
        }
        if operation.download.retry.count > 0 {
            let attempts = operation.download.retry.count.addingReportingOverflow(1)
            set("retry", "RetryPolicy(attempts: \(attempts.overflow ? ".max" : "\(attempts.partialValue)"))")
        }
        if operation.cookies.isActive {
            lines.append("let cookies = CookieJar()")
            for file in operation.cookies.files where !file.isEmpty {
                lines.append("try? cookies.load(from: \(SwiftLiteral.string(file)))  // a missing file has no cookies")
            }
            set("cookies", "cookies")
        }
        if operation.waitsForNetwork { set("waitsForConnectivity", "true") }
        if operation.acceptsHTTP09 { set("compatibility.acceptsHTTP09", "true") }
        if operation.ignoresContentLength { set("compatibility.ignoresContentLength", "true") }
        if operation.customMethod.map({ $0 != $0.uppercased() }) == true { set("capitalizesMethods", "false") }
        let removed = operation.headers.filter { $0.value == nil }.map { $0.name.lowercased() }
        if removed.contains("accept") { set("defaultFields[.accept]", "nil") }
        if removed.contains("user-agent") || operation.userAgent?.isEmpty == true {
            set("defaultFields[.userAgent]", "nil")
        }
    }
}

extension TransferSettings {
    /// Whether a user is given: by `-u`, by a store, or in a URL.
    fileprivate var hasLogin: Bool {
        authentication.user != nil || takesUserFromStore
            || targets.contains { target in
                let url = target.fullURL(defaultScheme: redirects.defaultScheme)
                return url.flatMap { try? HTTPURL($0) }?.hasCredentials == true
            }
    }
}
