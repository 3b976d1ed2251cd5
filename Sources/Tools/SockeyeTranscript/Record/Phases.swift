internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeTLS

extension Transcript {
    /// The phases that took place, as `PhaseDurations` defines them, with their beginnings and ends.
    ///
    /// - Parameters:
    ///   - end: when the attempt ended: one that failed ended within a phase.
    ///   - isUnresolved: whether it failed because the host has no address.
    static func phases(
        of timings: Timings, until end: Int, isUnresolved: Bool = false, _ place: (Deadline) -> Int
    ) -> [Phase] {
        var phases = timings.phases.map { name, start, end in
            Phase(name: name, start: place(start), end: max(place(start), place(end)))
        }
        if timings.finished == nil {
            let (name, start) = isUnresolved ? ("resolving", timings.opening ?? timings.started) : unfinished(timings)
            phases.append(Phase(name: name, start: place(start), end: max(place(start), end)))
        }
        return phases
    }

    /// The phase after the last moment that came.
    private static func unfinished(_ timings: Timings) -> (name: String, start: Deadline) {
        let moments = [
            ("receiving", timings.firstByte), ("awaiting", timings.sent), ("sending", timings.sending),
            ("sending", timings.secured), ("securing", timings.tunnelled), ("securing", timings.connected),
            ("connecting", timings.resolved), ("connecting", timings.opening),
        ]
        for case (let name, let moment?) in moments { return (name, moment) }
        return ("waiting", timings.turn ?? timings.started)
    }

    /// TLS parameters and the server's certificate in words.
    static func describe(_ details: TLSDetails) -> [(name: String, value: String)] {
        var lines = [("Version", details.version), ("Cipher", details.cipher)]
        if let name = details.applicationProtocol { lines.append(("Protocol (ALPN)", name)) }
        lines.append(("Session", details.wasResumed ? "resumed" : "new"))
        if let certificate = details.certificate {
            lines += [
                ("Subject", certificate.subject), ("Alternative names", certificate.alternativeNames),
                ("Issuer", certificate.issuer), ("Valid from", certificate.notBefore),
                ("Valid to", certificate.notAfter),
            ]
            if let failure = certificate.verificationFailure { lines.append(("Not verified", failure)) }
        }
        return lines + details.warnings.map { ("Warning", "\($0)") }
    }
}
