/// What a reference takes over from its base, and a changed copy from its original.
extension URLParser {
    /// Writes `scheme://`.
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

    /// Writes scheme, credentials, host and port of `url`.
    mutating func appendAuthority(of url: HTTPURL) {
        output.append(contentsOf: url.slice(0, url.layout.pathStart).utf8)
        layout = url.layout
        layout.queryStart = outputEnd
        layout.fragmentStart = outputEnd
    }

    /// Writes host and port of `url` behind what is there of an authority.
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

    /// Takes the port away that the scheme has by default.
    mutating func dropDefaultPort() {
        guard layout.port == layout.scheme.defaultPort else { return }
        layout.port = nil
        output.removeSubrange(layout.hostEnd...)
        layout.pathStart = outputEnd
    }

    /// Writes the path of `url`.
    mutating func appendPath(of url: HTTPURL) {
        output.append(contentsOf: url.slice(url.layout.pathStart, url.layout.queryStart).utf8)
        layout.queryStart = outputEnd
        layout.fragmentStart = outputEnd
    }

    /// Writes the query of `url`, its `?` included, if it has one.
    mutating func appendQuery(of url: HTTPURL) {
        layout.queryStart = outputEnd
        output.append(contentsOf: url.slice(url.layout.queryStart, url.layout.fragmentStart).utf8)
        layout.fragmentStart = outputEnd
    }

    /// Writes the fragment of `url`, its `#` included, if it has one.
    mutating func appendFragment(of url: HTTPURL) {
        output.append(contentsOf: url.slice(url.layout.fragmentStart, url.href.utf8.count).utf8)
    }
}
