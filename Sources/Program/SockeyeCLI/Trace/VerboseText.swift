internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeTLS

/// The lines of `-v` in curl's format: `*` for what the program does, `>` for what it sends, `<` for what it receives.
enum VerboseText {
    /// The lines for one event, each with its line feed. Text from a peer is escaped.
    static func lines(for event: ExchangeEvent, verifiesPeer: Bool) -> [String] {
        switch event {
        case .resolving, .receivedBody, .receivedTrailers, .sentBody, .measured, .ended, .informational, .receivedHead:
            []
        case .resolved(let addresses):
            [star("Host was resolved: " + addresses.map(\.host).joined(separator: ", "))]
        case .connecting(let addresses): addresses.prefix(1).map { star("  Trying \($0)...") }
        case .connected(let details):
            [star("Connected to \(place(of: details)) (#\(details.number))")]
        case .securing(let host): [star("TLS handshake with \(host), offering http/1.1")]
        case .secured(let details): secured(details, verifiesPeer: verifiesPeer)
        case .reused(let details):
            [star("Re-using existing connection (#\(details.number)) with host \(details.host)")]
        case .sentHead(let head):
            HeadText.lines(of: HeadText.bytes(of: head)).map { line(">", $0) }
        case .retrying(let error): [star("Connection died, retrying on a new one: \(error)")]
        case .waitingToRetry(_, let delay): [star("Retrying in \(seconds(delay)) s")]
        case .waitingForConnectivity(let path): [star("No route yet, waiting for the network: \(path)")]
        case .redirecting(let hop): [star("Issue another request to this URL: '\(hop.destination.withoutCredentials)'")]
        case .withholding(let secrets, let url):
            [star("Not sent to \(url.origin), another origin: \(secrets.joined(separator: ", "))")]
        case .cached(let status): [star("Cache-Status: \(status)")]
        case .capitalizing(let method, let known):
            [star("Method \(method) is sent as \(known): methods are case-sensitive")]
        case .upgrading(let url): [star("Switched from HTTP to HTTPS due to HSTS => \(url.withoutCredentials)")]
        case .frame(let frame): ["\(frame.isSent ? "}" : "{") [\(frame)]\n"]
        case .finished(let details, nil): [star("Connection #\(details.number) to host \(details.host) left intact")]
        case .finished(let details, let reason?):
            [star("Closing connection \(details.number): \(reason)")]
        }
    }

    /// A line of a head after its mark, with its own line end, as in curl.
    static func line(_ mark: String, _ line: [UInt8]) -> String {
        var line = line[...]
        var end = ""
        if line.last == UInt8(ascii: "\n") {
            line.removeLast()
            end = "\n"
        }
        if line.last == UInt8(ascii: "\r") {
            line.removeLast()
            end = "\r\n"
        }
        return "\(mark) \(TerminalText.escaped(OctetText(Array(line)).text))\(end)"
    }

    private static func star(_ text: String) -> String {
        "* \(TerminalText.escaped(text))\n"
    }

    /// Where a connection leads: the host, or what stands for it, such as a proxy.
    private static func place(of details: ConnectionDetails) -> String {
        guard let peer = details.peerAddress, peer.port != 0, peer.port != details.port else {
            return "\(details.host) (\(details.peerAddress?.host ?? "unknown")) port \(details.port)"
        }
        return "\(peer.host) port \(peer.port), for \(details.host) port \(details.port)"
    }

    /// The time in seconds, with at most three digits after the point.
    private static func seconds(_ time: Duration) -> String {
        let milliseconds = time.wholeMicroseconds / 1_000
        let fraction = milliseconds % 1_000
        if fraction == 0 { return "\(milliseconds / 1_000)" }
        let digits = String(fraction + 1_000).dropFirst()
        return "\(milliseconds / 1_000).\(digits)"
    }

    private static func secured(_ details: TLSDetails, verifiesPeer: Bool) -> [String] {
        var lines = [star("SSL connection using \(details.version) / \(details.cipher)")]
        if let chosen = details.applicationProtocol { lines.append(star("ALPN: server accepted \(chosen)")) }
        for warning in details.warnings { lines.append(star("WARNING: \(warning)")) }
        if details.wasResumed { lines.append(star("SSL session resumed")) }
        if let certificate = details.certificate {
            lines.append(star("Server certificate:"))
            lines.append(star(" subject: \(certificate.subject)"))
            lines.append(star(" start date: \(certificate.notBefore)"))
            lines.append(star(" expire date: \(certificate.notAfter)"))
            if !certificate.alternativeNames.isEmpty {
                lines.append(star(" subjectAltName: \(certificate.alternativeNames)"))
            }
            lines.append(star(" issuer: \(certificate.issuer)"))
            if let failure = certificate.verificationFailure {
                lines.append(star(" SSL certificate verify result: \(failure), continuing anyway."))
            } else {
                lines.append(star(verifiesPeer ? " SSL certificate verify ok." : " SSL certificate not checked (-k)."))
            }
        }
        return lines
    }
}
