internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1

/// The final response, after redirects.
struct AnswerFacts: Sendable {
    private static let slow = Duration.seconds(1)

    var head: ResponseHead?
    var durations: PhaseDurations?
    /// The first bytes of the body.
    var sample: [UInt8] = []
    /// Whether the sample is the whole body.
    var isWhole = false
    /// How much of the body was read, and whether to the end.
    var readBytes: Int64 = 0
    var isRead = false
    /// Whether the body hadn't ended when reading stopped.
    var isEndless = false
    /// Why there was no response.
    var failure: HTTPClientError?
    /// Why the body broke off.
    var bodyFailure: HTTPClientError?

    func grade() -> [Finding] {
        guard let head else {
            let words = failure.map { "\($0)" } ?? "no response"
            return .one(.answer, .fault, words, advice: failure.flatMap(Self.advice))
        }
        var findings = [status(of: head)]
        if let waited = durations?.firstByte, waited >= Self.slow {
            findings.add(
                .answer, .warning, "the server took \(Wording.time(waited)) to send the first byte",
                advice: "find out what it waits for: a database, a sleeping worker, an upstream")
        }
        if head.version == .http10 {
            findings.add(
                .answer, .note, "the server speaks HTTP/1.0",
                advice: "HTTP/1.1 keeps connections and sends bodies of unknown length safely")
        }
        if isEndless {
            findings.add(
                .answer, .note,
                "the body had not ended after \(Wording.bytes(readBytes)), when the time ran out: not judged, since it may"
                    + " be an endless stream",
                advice: "if it should end, find out what delays it")
        }
        if let bodyFailure {
            findings.add(
                .answer, .fault, "the body broke off: \(bodyFailure)",
                advice: "the announced length is wrong, or the server or a proxy truncates responses")
        }
        return findings
    }

    private func status(of head: ResponseHead) -> Finding {
        let code = head.status.code
        let phrase = head.status.reasonPhrase
        let shown = "\(code)" + (phrase.isEmpty ? "" : " \(Wording.clipped(phrase))")
        var facts = [
            Fact("status", code), Fact("body_whole", isWhole), Fact("body_read", isRead),
            Fact("sample_bytes", sample.count),
        ]
        var words = shown
        if let time = durations?.total { facts.append(Fact("time", time)) }
        if let waited = durations?.firstByte { words += ", first byte after \(Wording.time(waited))" }
        if let type = head.fields[.contentType] { words += ", \(Wording.clipped(type))" }
        if let length = head.fields[.contentLength].flatMap({ Int64($0) }) {
            words += ", \(Wording.bytes(length))"
        } else if isWhole, bodyFailure == nil, !sample.isEmpty {
            words += ", \(Wording.bytes(Int64(sample.count)))"
        }
        if !isRead, !isEndless, bodyFailure == nil {
            words += ", of which the first \(Wording.bytes(Int64(sample.count))) were read (--doctor-whole reads all)"
        }
        let rest = "what follows is about this response"
        switch code {
        case 200...299: return Finding(.answer, .ok, words, facts)
        case 401:
            let schemes = head.fields[values: .wwwAuthenticate]
                .flatMap { Challenge.list(parsing: $0) ?? [] }.map(\.scheme)
            let asks = schemes.isEmpty ? "" : "; it asks for \(Wording.clipped(schemes.joined(separator: ", ")))"
            return Finding(
                .answer, .warning, words + asks, advice: "log in with -u NAME:PASSWORD or --oauth2-bearer; \(rest)",
                facts)
        case 403:
            return Finding(
                .answer, .warning, words, advice: "the server knows the request and refuses it; \(rest)", facts)
        case 404, 410:
            return Finding(.answer, .warning, words, advice: "check the path; \(rest)", facts)
        case 429:
            return Finding(.answer, .warning, words, advice: "too many requests: wait before the next; \(rest)", facts)
        case 300...399:
            return Finding(.answer, .warning, words, advice: "the redirect wasn't followed; \(rest)", facts)
        case 400...499: return Finding(.answer, .warning, words, advice: "the request is refused; \(rest)", facts)
        default:
            return Finding(.answer, .fault, words, advice: "the server failed: look into its log; \(rest)", facts)
        }
    }

    private static func advice(for error: HTTPClientError) -> String? {
        switch error.cause {
        case .timedOut:
            [.send, .firstByte, .receive].contains(error.phase)
                ? "the server accepted the request and sent nothing: look into its log"
                : "the server or the network is very slow"
        case .http(.server(.closedBeforeResponse, _)):
            "it accepted the request and closed the connection: look into its log; an https port does that to plain http"
        case .http: "the response isn't HTTP/1.1 (RFC 9112); is another service on this port?"
        case .tls: "see the TLS lines above"
        case .proxy: "see the proxy line above"
        case .network: "the connection broke while the response was awaited; look into the server's log"
        default: nil
        }
    }
}
