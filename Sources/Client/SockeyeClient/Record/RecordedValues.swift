internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTLS

// Addresses and what TLS negotiated as values of a recording.

extension AddressRace {
    /// The turns as values: `won`, `dropped`, `untried` or `failed CALL NUMBER`, and the address.
    var recorded: [Value] {
        runners.map { runner in
            let outcome =
                switch runner.outcome {
                case .won: "won"
                case .dropped: "dropped"
                case .untried: "untried"
                case .failed(.system(let call, let number)): "failed \(call) \(number)"
                case .failed: "failed - 0"
                }
            return Value("turn", "\(outcome) \(runner.address.recorded)")
        }
    }

    init(recorded entry: RecordingEntry) {
        self.init(
            runners: entry.texts("turn").compactMap { text in
                let words = text.split(separator: " ", maxSplits: 3).map { String($0) }
                guard let first = words.first else { return nil }
                let isFailure = first == "failed" && words.count > 3
                let outcome: Outcome
                switch first {
                case "won": outcome = .won
                case "dropped": outcome = .dropped
                case "untried": outcome = .untried
                default:
                    guard isFailure else { return nil }
                    outcome = .failed(
                        words[1] == "-" ? .timedOut : .system(call: words[1], errorNumber: Int32(words[2]) ?? 0))
                }
                let address = isFailure ? words[3] : words.dropFirst().joined(separator: " ")
                return SocketAddress(recorded: address).map { Runner(address: $0, outcome: outcome) }
            })
    }
}

extension SocketAddress {
    /// The address with its port behind a space, or the path of a Unix domain socket.
    var recorded: String { family == .unix ? "unix:\(host)" : "\(host) \(port)" }

    /// - Parameter text: as `recorded`.
    init?(recorded text: String) {
        if text.hasPrefix("unix:") {
            guard let address = try? SocketAddress(unixPath: String(text.dropFirst(5))) else { return nil }
            self = address
            return
        }
        let parts = text.split(separator: " ")
        guard parts.count == 2, let port = UInt16(parts[1]),
            let address = SocketAddress(numericHost: String(parts[0]), port: port)
        else { return nil }
        self = address
    }
}

extension CertificateSummary {
    var recorded: [Value] {
        [
            Value("subject", subject), Value("issuer", issuer), Value("from", notBefore), Value("until", notAfter),
            Value("names", alternativeNames), Value("depth", depth), Value("code", verificationCode),
        ] + (verificationFailure.map { [Value("failure", $0)] } ?? [])
            + (serverKeyDigest.isEmpty ? [] : [Value("key", serverKeyDigest), Value("certificate", serverFingerprint)])
    }

    /// `nil` if the entry describes no certificate.
    init?(recorded entry: RecordingEntry) {
        guard let subject = entry.text("subject") else { return nil }
        self.init(
            subject: subject, issuer: entry.text("issuer") ?? "", notBefore: entry.text("from") ?? "",
            notAfter: entry.text("until") ?? "", alternativeNames: entry.text("names") ?? "",
            depth: Int(clamping: entry.number("depth") ?? 0), verificationFailure: entry.text("failure"),
            verificationCode: Int(clamping: entry.number("code") ?? 0))
        (serverKeyDigest, serverFingerprint) = (entry.bytes("key") ?? [], entry.bytes("certificate") ?? [])
    }
}

extension TLSDetails {
    var recorded: [Value] {
        var values = [Value("version", version), Value("cipher", cipher), Value("resumed", wasResumed ? "yes" : "no")]
        if let applicationProtocol { values.append(Value("protocol", applicationProtocol)) }
        values += certificate?.recorded ?? []
        for warning in warnings {
            switch warning {
            case .hostNameNotChecked: values.append(Value("warning", "host"))
            case .acceptedByName: values.append(Value("warning", "name"))
            case .acceptedByCaller: values.append(Value("warning", "caller"))
            case .notPinned(let mismatch):
                values += [
                    Value("warning", "pins"), Value("key", mismatch.publicKey),
                    Value("certificate", mismatch.certificate),
                ]
            }
        }
        return values + chain.map { Value("chain", $0) }
    }

    init(recorded entry: RecordingEntry) {
        let warnings = entry.texts("warning").map { name -> TLSWarning in
            switch name {
            case "host": .hostNameNotChecked
            case "name": .acceptedByName
            case "caller": .acceptedByCaller([])
            default:
                .notPinned(
                    PinMismatch(publicKey: entry.bytes("key") ?? [], certificate: entry.bytes("certificate") ?? []))
            }
        }
        self.init(
            version: entry.text("version") ?? "", cipher: entry.text("cipher") ?? "",
            applicationProtocol: entry.text("protocol"), wasResumed: entry.text("resumed") == "yes",
            certificate: CertificateSummary(recorded: entry), warnings: warnings, chain: entry.texts("chain"))
    }
}
