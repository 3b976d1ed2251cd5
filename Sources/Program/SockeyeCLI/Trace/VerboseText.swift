internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeTLS

/// The lines of `-v` in curl's format: `*` for what the program does, `>` for what it sends, `<` for what it receives.
enum VerboseText {
    /// The lines for one event, each with its line feed. Text from a peer is escaped.
    static func lines(for event: ClientEvent, verifiesPeer: Bool) -> [String] {
        if let head = event[.sentHead] { return HeadText.lines(of: HeadText.bytes(of: head)).map { line(">", $0) } }
        if let frame = event[.frame] { return ["\(frame.isSent ? "}" : "{") [\(frame)]\n"] }
        if let details = event[.tlsNegotiated] { return secured(details, verifiesPeer: verifiesPeer) }
        return [text(of: event)].compactMap { $0.map(star) }
    }

    /// What a 2xx to CONNECT says of a body, which it can't have (RFC 9110 section 9.3.6), in curl's words.
    static func ignored(in head: ResponseHead) -> [String] {
        guard head.status.kind == .successful else { return [] }
        return [HTTPField.Name.contentLength, .transferEncoding].filter { head.fields.contains($0) }.map {
            star("Ignoring \($0.rawName) in CONNECT \(head.status.code) response")
        }
    }

    /// What `*` says of an event.
    private static func text(of event: ClientEvent) -> String? {
        if let (addresses, source) = event[.addressesChosen] {
            return source == .resolver ? "Host was resolved: " + addresses.map(\.host).joined(separator: ", ") : nil
        }
        if let first = event[.connecting]?.first { return "  Trying \(first)..." }
        if let details = event[.addressRace]?.connection {
            return "Connected to \(place(of: details)) (#\(details.number))"
        }
        if let host = event[.securing] { return "TLS handshake with \(host), offering http/1.1" }
        if let details = event[.connectionReused] {
            return "Re-using existing connection (#\(details.number)) with host \(details.host)"
        }
        if let error = event[.secondTry] { return "Connection died, retrying on a new one: \(error)" }
        if let (_, delay, _, _) = event[.retryPlanned] { return "Retrying in \(seconds(delay)) s" }
        if let path = event[.waitingForConnectivity] { return "No route yet, waiting for the network: \(path)" }
        if let hop = event[.redirectFollowed] {
            return "Issue another request to this URL: '\(hop.destination.withoutCredentials)'"
        }
        if let (names, _, url) = event[.secretsWithheld] {
            return "Not sent to \(url.origin), another origin: \(names.joined(separator: ", "))"
        }
        if let status = event[.cacheAnswered] ?? event[.cached] { return "Cache-Status: \(status)" }
        if let (method, sent) = event[.methodCapitalized] {
            return "Method \(method) is sent as \(sent): methods are case-sensitive"
        }
        if let url = event[.upgradedToTLS]?.withoutCredentials {
            return "Switched from HTTP to HTTPS due to HSTS => \(url)"
        }
        if let details = event[.connectionKept] {
            return "Connection #\(details.number) to host \(details.host) left intact"
        }
        if let (details, reason) = event[.connectionClosed] { return "Closing connection \(details.number): \(reason)" }
        return nil
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

    private static func star(_ text: String) -> String { "* \(TerminalText.escaped(text))\n" }

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
