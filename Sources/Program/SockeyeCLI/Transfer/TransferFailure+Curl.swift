internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeURL

extension TransferFailure {
    /// The failure for who called the program as `curl`: in curl's words for the commonest ones, and with curl's exit code where ours
    /// is another.
    func asCurl(_ item: TransferItem, _ notes: TransferTrace.Notes, after passed: Duration) -> TransferFailure {
        var failure = self
        switch exitCode {
        // The status, without advice.
        case .httpReturnedError: failure.message = String(message.prefix { $0 != ";" })
        case .fileSizeExceeded: failure.message = "Maximum file size exceeded"
        case .malformedURL:
            let words: String? = if case .invalidURL(let error)? = cause?.cause { error.curlsWords } else { nil }
            failure.message = "URL rejected: " + (words ?? "Malformed input to a URL function")
        default: break
        }
        guard let cause else { return failure }
        let words = CurlWords(item: item, notes: notes, passed: passed, failure: cause)
        if let (code, message) = words.explained { (failure.exitCode, failure.message) = (code ?? exitCode, message) }
        return failure
    }
}

/// What curl says of a failure in the client.
private struct CurlWords {
    let item: TransferItem
    let notes: TransferTrace.Notes
    let passed: Duration
    let failure: HTTPClientError

    /// The exit code, unless it is ours too, and the message; `nil` if ours is as good.
    var explained: (ExitCode?, String)? {
        switch failure.cause {
        case .network(.unknownHost(let host, _, _)):
            // Longer ones aren't asked for.
            if host.utf8.count > 65_535 { return (.malformedURL, "Too long hostname (maximum is 65535)") }
            let isOnion = host.lowercased().split(separator: ".").last == "onion"
            return (nil, isOnion ? "Not resolving .onion address (RFC 7686)" : "Could not resolve host: \(host)")
        case .network(.unusableLocalEnd): return nil
        case .network where [.connect, .pool].contains(failure.phase): return (nil, notConnected)
        case .network(.system(_, let number)) where failure.phase == .receive || failure.phase == .firstByte:
            return (nil, "Recv failure: \(IOError.message(for: number))")
        case .timedOut(let clock, _): return (nil, timedOut(clock))
        case .invalidURL(let error):
            guard case .unsupportedScheme(let scheme) = error.reason else { return nil }
            return (nil, "Protocol \"\(scheme)\" not supported")
        case .redirect(.tooMany(let limit)): return (nil, "\(RedirectError.tooMany(limit: limit))")
        case .redirect(.malformedLocation(let error)):
            let words = error.curlsWords ?? "Malformed input to a URL function"
            return (nil, "The redirect target URL could not be parsed: \(words)")
        case .redirect(.schemeNotAllowed(let scheme)): return (nil, "Protocol \"\(scheme)\" not supported in redirect")
        case .proxy(.tunnelRefused(let status)):
            // A body that has two lengths isn't read to its end.
            let fields = lastHead?.head?.fields
            let isUnread = fields?[.contentLength] != nil && fields?[.transferEncoding] != nil
            return (isUnread ? .receiveError : nil, "CONNECT tunnel failed, response \(status)")
        case .proxy(.badAnswer(let reason)):
            if reason.contains("closed") { return (nil, "Proxy CONNECT aborted") }
            return reason.contains("NUL")
                ? (.weirdServerReply, "Nul byte in header") : (.badFunctionArgument, "Invalid response header")
        case .proxy(.socks(.tooLong)):
            return (nil, "SOCKS5: the destination hostname is too long to be resolved remotely by the proxy.")
        case .coding(let error): return coding(error)
        case .tls(.certificateRefused(let refusal, _)): return refusal.curlsWords.map { (nil, $0) }
        case .http(.server(let fault, _)): return server(fault)
        default: return nil
        }
    }

    /// The host, and the port.
    private var place: (host: String, port: UInt16)? {
        guard let origin = failure.origin?.split(separator: " ").last else { return nil }
        // Of SOCKS, whose URLs are no HTTP URLs, the port is always there.
        let rest = origin.drop { $0 != ":" }
        guard let url = try? HTTPURL(origin.hasPrefix("socks") ? "http\(rest)" : String(origin)) else { return nil }
        return (url.hostForConnecting, url.effectivePort)
    }

    private var milliseconds: Int64 {
        passed.components.seconds * 1_000 + passed.components.attoseconds / 1_000_000_000_000_000
    }

    /// The last head, of which only lines may have come.
    private var lastHead: ReceivedHead? {
        let cut = notes.headOnTheWay
        return cut.isEmpty ? notes.heads.last ?? notes.lastTaken : ReceivedHead(head: nil, bytes: cut)
    }

    /// The transfer codings of the answer.
    private var transferCodings: [String] {
        let names = notes.head?.fields[.transferEncoding]?.lowercased().split { $0 == "," || $0 == " " } ?? []
        return names.map(String.init)
    }

    private var notConnected: String {
        let place = place.map { "\($0.host) port \($0.port)" } ?? item.shownURL
        return "Failed to connect to \(place) after \(milliseconds) ms: Could not connect to server"
    }

    private func timedOut(_ clock: Timeouts.Clock) -> String {
        switch clock {
        case .resolve: return "Resolving timed out after \(milliseconds) milliseconds"
        case .opening, .connect, .handshake: return "Connection timed out after \(milliseconds) milliseconds"
        case .minimumSpeed:
            guard let least = item.operation.minimumSpeed else { return failure.description }
            return "Operation too slow. Less than \(least.bytesPerSecond) bytes/sec transferred the last "
                + "\(least.period.components.seconds) seconds"
        default:
            let total = notes.head?.fields[.contentLength].map { " out of \($0)" } ?? ""
            let received = "\(notes.received)\(total)"
            return "Operation timed out after \(milliseconds) milliseconds with \(received) bytes received"
        }
    }

    private func coding(_ error: ContentCodingError) -> (ExitCode?, String)? {
        switch error {
        case .tooManyCodings(let limit):
            let kind = transferCodings.count > limit ? "transfer" : "content"
            return (nil, "Reject response exceeding limit of \(limit) \(kind) encodings")
        case .ratioExceeded where item.operation.bodyByteLimit != nil:
            return (.fileSizeExceeded, "Maximum file size exceeded")
        case .unknownCoding(let name) where transferCodings.contains(name):
            return (nil, "Unsolicited Transfer-Encoding (\(name)) found")
        case .unknownCoding:
            let understood = "deflate, gzip, br, zstd"
            return (nil, "Unrecognized content encoding type. libcurl understands \(understood) content encodings.")
        case .corrupt(_, let reason): return (nil, "Error while processing content unencoding: \(reason)")
        default: return nil
        }
    }

    private func server(_ fault: HTTP1Error.ServerFault) -> (ExitCode?, String)? {
        switch fault {
        case .closedBeforeResponse, .closedBeforeFinalResponse: return (nil, "Empty reply from server")
        case .closedInBody(_, let missing): return (nil, "end of response with \(missing) bytes missing")
        case .closedInHead:
            // With a length among its fields, the body is what is missing.
            let lines = HeadText.lines(of: lastHead?.bytes ?? []).map { String(decoding: $0, as: UTF8.self) }
            let hasLength = lastHead?.head == nil && lines.contains { $0.lowercased().hasPrefix("content-length:") }
            return hasLength ? (.partialFile, "transfer closed with outstanding read data remaining") : nil
        case .closedInChunkedBody: return (nil, "transfer closed with outstanding read data remaining")
        case .notHTTP:
            // Neither HEAD nor a connection that has spoken HTTP leads to HTTP/0.9.
            let hasSpoken = notes.connectionCount == 0 || lastHead?.head?.status.kind == .informational
            let isWeird = hasSpoken || notes.request?.method == .head
            return isWeird ? (.weirdServerReply, "Weird server reply") : (nil, "Received HTTP/0.9 when not allowed")
        case .limitExceeded(.fieldCount, let most): return (.tooLarge, "Too many response headers, \(most) is max")
        case .malformedContentLength: return (nil, "Invalid Content-Length: value")
        case .malformedTransferEncoding: return (.badContentEncoding, "\(failure)")
        case .malformedChunkSize:
            guard let coding = transferCodings.first(where: { $0 != "chunked" }) else {
                return (nil, "Illegal or missing hexadecimal sequence in chunked-encoding")
            }
            return (.badContentEncoding, "Unsolicited Transfer-Encoding (\(coding)) found")
        default: return nil
        }
    }
}

extension CertificateRefusal {
    /// OpenSSL's words for the commonest refusals, which curl passes on.
    fileprivate var curlsWords: String? {
        switch self {
        case .selfSigned: "SSL certificate problem: self-signed certificate"
        case .unknownIssuer: "SSL certificate problem: unable to get local issuer certificate"
        case .expired: "SSL certificate problem: certificate has expired"
        case .notYetValid: "SSL certificate problem: certificate is not yet valid"
        default: nil
        }
    }
}

extension HTTPURLError {
    /// curl's words for what is wrong with a URL; `nil` if it has no other than for any URL.
    fileprivate var curlsWords: String? {
        switch reason {
        case .missingHost: "No host part in the URL"
        case .invalidPort, .portOutOfRange: "Port number was not a decimal number between 0 and 65535"
        case .invalidIPv6Address, .unclosedBracket: "Bad IPv6 address"
        case .invalidHostCharacter, .invalidIPv4Address: "Bad hostname"
        default: nil
        }
    }
}
