/// What a reference copies from its base, and a changed URL from its original.
extension URLParser {
    /// Appends `scheme://`.
    mutating func beginAuthority() {
        switch layout.scheme {
        case .http: output.append(contentsOf: "http://".utf8)
        case .https: output.append(contentsOf: "https://".utf8)
        case .ws: output.append(contentsOf: "ws://".utf8)
        case .wss: output.append(contentsOf: "wss://".utf8)
        }
        layout.usernameEnd = outputEnd
        layout.hostStart = outputEnd
    }

    /// Appends scheme, credentials, host and port of `url`.
    mutating func appendAuthority(of url: HTTPURL) {
        output.append(contentsOf: url.slice(0, url.layout.pathStart).utf8)
        layout = url.layout
        layout.queryStart = outputEnd
        layout.fragmentStart = outputEnd
    }

    /// Appends host and port of `url` to an authority begun before.
    mutating func appendHostAndPort(of url: HTTPURL) {
        layout.hostStart = outputEnd
        layout.hostKind = url.layout.hostKind
        layout.port = url.layout.port
        output.append(contentsOf: url.host.utf8)
        layout.hostEnd = outputEnd
        output.append(contentsOf: url.slice(url.layout.hostEnd, url.layout.pathStart).utf8)
        layout.pathStart = outputEnd
    }

    /// Writes user name and password of `url`, which has them, behind `scheme://`.
    mutating func appendCredentials(of url: HTTPURL) {
        output.append(contentsOf: url.slice(url.layout.usernameStart, url.layout.hostStart).utf8)
        layout.usernameEnd = layout.usernameStart + (url.layout.usernameEnd - url.layout.usernameStart)
    }

    /// Removes the port if it is the scheme's default.
    mutating func dropDefaultPort() {
        guard layout.port == layout.scheme.defaultPort else { return }
        layout.port = nil
        output.removeSubrange(layout.hostEnd...)
        layout.pathStart = outputEnd
    }

    /// Appends the path of `url`.
    mutating func appendPath(of url: HTTPURL) {
        output.append(contentsOf: url.slice(url.layout.pathStart, url.layout.queryStart).utf8)
        layout.queryStart = outputEnd
        layout.fragmentStart = outputEnd
    }

    /// Appends the query of `url` with its `?`, if any.
    mutating func appendQuery(of url: HTTPURL) {
        layout.queryStart = outputEnd
        output.append(contentsOf: url.slice(url.layout.queryStart, url.layout.fragmentStart).utf8)
        layout.fragmentStart = outputEnd
    }

    /// Appends the fragment of `url` with its `#`, if any.
    mutating func appendFragment(of url: HTTPURL) {
        output.append(contentsOf: url.slice(url.layout.fragmentStart, url.href.utf8.count).utf8)
    }
}
