internal import SockeyeIO
internal import SockeyeTLS

extension HTTPClient.Configuration {
    /// Whether connections made under `other` are those that this configuration would make.
    func connects(like other: HTTPClient.Configuration) -> Bool {
        eventLoop === other.eventLoop && pool == other.pool && tls.connects(like: other.tls)
            && (proxyTLS ?? tls).connects(like: other.proxyTLS ?? other.tls)
            && proxies.connect(like: other.proxies) && limits == other.limits && addressFamily == other.addressFamily
            && hostOverrides == other.hostOverrides && connectOverrides == other.connectOverrides
            && unixSocketPath == other.unixSocketPath && isUnixSocketAbstract == other.isUnixSocketAbstract
            && socketOptions == other.socketOptions && compatibility.connects(like: other.compatibility)
            && waitsForConnectivity == other.waitsForConnectivity && nameService?.name == other.nameService?.name
            && recorder === other.recorder && replay === other.replay
            // Closures can't be compared.
            && lookup == nil && other.lookup == nil && transport == nil && other.transport == nil
    }
}

extension HTTPClient.Configuration {
    /// TLS with proxies. The client's certificate is for servers.
    var tlsOfProxies: TLSConfiguration {
        if let proxyTLS { return proxyTLS }
        var tls = tls
        tls.identity = nil
        return tls
    }
}

extension TLSConfiguration {
    /// Whether the other end has to prove that it has the name it is asked under, and to no one but the library.
    var provesPeers: Bool { verifiesPeer && trustDecision == nil }
}

extension ProxySettings {
    /// Whether TLS is spoken with one of them.
    var speakTLS: Bool { http?.kind == .https || https?.kind == .https || before?.kind == .https }
}

extension ProxySettings {
    /// Whether connections through a proxy are made alike. The proxy itself is part of what the pool looks connections up by.
    fileprivate func connect(like other: ProxySettings) -> Bool {
        let hasProxy = [http, https, other.http, other.https].contains { $0 != nil }
        return !hasProxy || fields == other.fields && authentication == other.authentication
    }
}

extension HTTPClient.Configuration {
    /// The client's random choices.
    var randomSource: RandomSource { RandomSource(recorder: recorder, replay: replay) }

    /// The tokens of one login, made with the system's ticket or taken from a recording; `nil` unless the options allow them.
    ///
    /// - Parameter end: by when each must be there.
    func tokens(for host: String, _ options: AuthenticationOptions, until end: Deadline) -> TokenSource? {
        guard options.schemes.contains(.negotiate) else { return nil }
        let context = SecurityContext(service: options.serviceName, host: host, options.delegation)
        return { [randomSource, eventLoop] received in
            await randomSource.token { await context.step(received, on: eventLoop, until: end) }
        }
    }
}
