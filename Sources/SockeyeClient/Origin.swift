package import SockeyeHTTP1

/// Where a request goes: scheme, host and port (RFC 9110 section 4.3.1), which is also what connections are pooled by.
package struct Origin: Sendable, Hashable {
    package let isSecure: Bool
    /// Without brackets, as the resolver takes it.
    package let host: String
    package let port: UInt16
    package let hostIsAddress: Bool

    package init(_ url: HTTPURL) {
        isSecure = url.isSecure
        host = url.hostForConnecting
        port = url.effectivePort
        hostIsAddress = url.hostKind != .domain
    }

    // The host alone tells origins apart almost always; hashing the rest too costs more than it saves.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
    }
}

extension Origin: CustomStringConvertible {
    package var description: String {
        "\(isSecure ? "https" : "http")://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)"
    }
}
