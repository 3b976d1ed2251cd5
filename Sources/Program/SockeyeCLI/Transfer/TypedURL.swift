internal import Sockeye
internal import SockeyeBytes
internal import SockeyeURL

/// A URL as typed, read by curl's rules where these differ from the URL Standard's and are safe.
struct TypedURL {
    /// The URL.
    var url: HTTPURL
    /// Host and port as typed, if their case differs from the URL's.
    var host: String?
    /// Path and query as typed, if the URL's differ from them only in characters that it encodes and curl doesn't.
    var path: String?

    /// Parses a URL with its scheme.
    static func parse(_ text: String) throws(TransferFailure) -> TypedURL {
        // curl refuses these, where browsers drop or encode them: a script's mistake, not a link in a page.
        if let byte = text.utf8.first(where: { $0 <= 0x20 || $0 == 0x7F }) {
            let shown = byte == 0x20 ? "a space" : "a control character"
            throw TransferFailure(
                .malformedURL, "URL using bad/illegal format: it contains \(shown); write %\(hex(byte))")
        }
        // RFC 3986 section 3.2.1: a user has no "@". Browsers take the last one for its end, others the first, so that nobody can
        // tell by the text which host is meant.
        if place(in: text).utf8.count(where: { $0 == UInt8(ascii: "@") }) > 1 {
            throw TransferFailure(
                .malformedURL,
                "URL using bad/illegal format: it has two @ before its path; write %40 in a user or password")
        }
        // Most have no zone, and only ASCII.
        let isPlain = !text.utf8.contains { $0 >= 0x80 || $0 == UInt8(ascii: "[") }
        let encoded = isPlain ? text : encoded(withoutZone(text))
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try HTTPURL(withNumberedName: encoded)
        } catch {
            throw TransferFailure(HTTPClientError(.prepare, origin: nil, cause: .invalidURL(error)))
        }
        // Nearly all are typed as they are sent, and looking for differences is expensive.
        if isSent(encoded, as: url) { return TypedURL(url: url) }
        if endsInEmptyQuery(encoded, url) {
            return TypedURL(url: url, host: typedHost(in: encoded, of: url), path: String(url.pathAndQuery.dropLast()))
        }
        return TypedURL(url: url, host: typedHost(in: encoded, of: url), path: typedPath(in: encoded, of: url))
    }

    /// Whether a URL of ASCII is sent as it is parsed: neither ``host`` nor ``path`` is kept as typed.
    static func isSent(_ text: String, as url: HTTPURL) -> Bool { !endsInEmptyQuery(text, url) && text == url.href }

    /// As in curl, a question mark with nothing after it is no query.
    private static func endsInEmptyQuery(_ text: String, _ url: HTTPURL) -> Bool {
        text.utf8.last == UInt8(ascii: "?") && url.query?.isEmpty == true
    }

    private static func typedPath(in text: String, of url: HTTPURL) -> String? {
        guard let typed = RequestContent.path(of: text), typed != url.pathAndQuery else { return nil }
        var plain = url.pathAndQuery
        for character in "\"<>^`{|}'" {
            for byte in character.utf8 { plain.replace("%" + hex(byte).uppercased(), with: String(character)) }
        }
        return plain == typed ? typed : nil
    }

    /// The zone of an IPv6 address, such as `eth0` in `[fe80::1%25eth0]` (RFC 6874), and its place in the text.
    static func zone(in text: String) -> (name: String, place: Range<String.Index>)? {
        guard text.utf8.contains(UInt8(ascii: "[")), let scheme = text.firstRange(of: "://"),
            let open = text[scheme.upperBound...].firstIndex(of: "["), let close = text[open...].firstIndex(of: "]"),
            let mark = text[open..<close].firstIndex(of: "%"), !text[scheme.upperBound..<open].contains("/")
        else { return nil }
        let name = text[text.index(after: mark)..<close]
        return (String(name.hasPrefix("25") ? name.dropFirst(2) : name), mark..<close)
    }

    private static func withoutZone(_ text: String) -> String {
        guard let zone = zone(in: text) else { return text }
        return String(text[..<zone.place.lowerBound] + text[zone.place.upperBound...])
    }

    /// Octets outside ASCII after the host as curl encodes them, in lowercase.
    private static func encoded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }), let scheme = text.firstRange(of: "://"),
            let path = text[scheme.upperBound...].firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" })
        else { return text }
        var result = String(text[..<path])
        for byte in text[path...].utf8 { result += byte < 0x80 ? String(Unicode.Scalar(byte)) : "%" + hex(byte) }
        return result
    }

    private static func typedHost(in text: String, of url: HTTPURL) -> String? {
        let place = place(in: text)
        let host = place.lastIndex(of: "@").map { place[place.index(after: $0)...] } ?? place
        return host.lowercased() == url.authority && host != url.authority[...] ? String(host) : nil
    }

    /// The user, the host and the port, as typed.
    private static func place(in text: String) -> Substring {
        // By bytes: every URL of a list is asked.
        var rest = text[...].utf8
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[colon...].dropFirst()
            guard rest.starts(with: "//".utf8) else { continue }
            return Substring(
                rest.dropFirst(2).prefix {
                    $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
                })
        }
        return ""
    }

    private static func hex(_ byte: UInt8) -> String { ASCII.padded(byte, radix: 16) }
}
