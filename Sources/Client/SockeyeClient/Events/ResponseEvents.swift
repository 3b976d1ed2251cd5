public import HTTPTypes
public import SockeyeHTTP1

extension EventKind {
    /// An interim (1xx) response is passed over.
    public static var interimPassed: EventKind<ResponseHead> {
        .row("RFC 9110", "15.2", "Any number of 1xx responses may come before the final one.") { head in
            let text = "the interim response \(head.status.code) is passed over: another one follows"
            return switch head.status.code {
            case 100: text.under("RFC 9110", "15.2.1", "100 says that the body is welcome.")
            case 102: text.under("RFC 2518", "10.1", "102 says that the server is still working.")
            case 103: text.under("RFC 8297", "2", "103 tells early what the final response will link to.")
            default: "\(text)"
            }
        }
    }

    /// The response's head, with its size on the wire.
    public static var receivedHead: EventKind<(head: ResponseHead, byteCount: Int)> {
        .row { "response \($0.head.status.code), a head of \($0.byteCount) bytes" }
    }

    /// Which rule says where the body ends.
    public static var responseFramed: EventKind<FramingRule> {
        .reason("RFC 9112", "6.3", "Eight steps say where a body ends; the first that fits counts.") { rule in
            switch rule {
            case .bodiless:
                "step 1: the response has no body, whatever its fields say"
                    .under("RFC 9112", "6.3", "HEAD, 1xx, 204 and 304 have no body (step 1).")
            case .tunnel:
                "step 2: the connection is a tunnel from here on"
                    .under("RFC 9112", "6.3", "A 2xx to CONNECT opens a tunnel (step 2).")
            case .chunked:
                "step 4: chunked is the last transfer coding, so the last chunk ends the body"
                    .under("RFC 9112", "6.3", "Chunked as the last coding frames the body (step 4).")
            case .unchunkedTransferCoding:
                "step 4: the last transfer coding isn't chunked, so closing ends the body"
                    .under("RFC 9112", "6.3", "A coding that isn't chunked lasts until the connection closes (step 4).")
            case .contentLength(let count):
                "step 6: Content-Length says that the body has \(count) bytes"
                    .under("RFC 9112", "6.3", "A valid Content-Length is the body's length (step 6).")
            case .lengthIgnored:
                "step 8: Content-Length is ignored as asked, so closing ends the body"
                    .under("RFC 9112", "6.3", "Otherwise the body lasts until the connection closes (step 8).")
            case .untilClose:
                "step 8: nothing announces a length, so closing ends the body"
                    .under("RFC 9112", "6.3", "Otherwise the body lasts until the connection closes (step 8).")
            }
        }
    }

    /// The codings that are undone, the first one applied first.
    static var decoding: EventKind<[String]> {
        .reason("RFC 9110", "8.4", "Codings are undone in the reverse order of the field.") {
            "the body is decoded: \($0.joined(separator: ", "))"
        }
    }

    /// The codings that stay, since none was asked for.
    static var codingKept: EventKind<[String]> {
        .reason("RFC 9110", "12.5.3", "Without Accept-Encoding the server may choose any coding.") {
            "the body stays encoded (\($0.joined(separator: ", "))): no coding was asked for"
        }
    }

    /// The number of response body bytes received so far.
    public static var receivedBody: EventKind<Int64> { .row { "received \($0) bytes of the body" } }

    /// The fields after a chunked body (RFC 9112 section 7.1.2).
    public static var receivedTrailers: EventKind<HTTPFields> { .row { "\($0.count) trailer fields" } }
}
