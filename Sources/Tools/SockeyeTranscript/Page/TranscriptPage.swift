public import SockeyeParsers

/// One page that shows a transcript, with everything in it: nothing is loaded, and nothing but its own script can run.
///
/// What servers sent goes in as JSON within a script element that isn't run, with `<`, `>`, `&` and the line separators of
/// JavaScript escaped, and the page's script shows it as text only. Its content security policy allows the one script and the
/// one style by their digests.
public enum TranscriptPage {
    /// The page for a record.
    ///
    /// - Parameters:
    ///   - record: what happened.
    ///   - title: its title, shown as text.
    ///   - live: the path of server-sent events, each with JSON of the same form, that the page goes on with; default none.
    public static func html(of record: Transcript.Record, title: String = "", live: String? = nil) -> [UInt8] {
        html(of: record.json(), title: title, live: live)
    }

    /// The page for a record already in its JSON form.
    public static func html(of json: JSONValue, title: String = "", live: String? = nil) -> [UInt8] {
        var settings: [JSONObject.Member] = [.init(name: "title", value: .string(title))]
        if let live { settings.append(.init(name: "live", value: .string(live))) }
        let parts: [(mark: String, bytes: [UInt8])] = [
            ("{{policy}}", Array(policy(isLive: live != nil).utf8)),
            ("{{style}}", Array(PageSources.style.utf8)),
            ("{{settings}}", escaped(JSONValue.object(JSONObject(settings)))),
            ("{{data}}", escaped(json)),
            ("{{script}}", Array(PageSources.script.utf8)),
        ]
        var page: [UInt8] = []
        var rest = PageSources.page[...]
        for (mark, bytes) in parts {
            guard let range = rest.firstRange(of: mark) else { continue }
            page += rest[..<range.lowerBound].utf8
            page += bytes
            rest = rest[range.upperBound...]
        }
        return page + rest.utf8
    }

    /// The content security policy of the page, for a server that sends it as a field too.
    public static func policy(isLive: Bool = false) -> String {
        "default-src 'none'; script-src 'sha256-\(PageSources.scriptDigest)'; style-src 'sha256-\(PageSources.styleDigest)'; "
            + (isLive ? "connect-src 'self'; " : "") + "base-uri 'none'; form-action 'none'"
    }

    /// JSON that can stand within a script element: without anything that could end it or begin a comment there, which only
    /// ever occur within strings.
    static func escaped(_ json: JSONValue) -> [UInt8] {
        let bytes = json.bytes()
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count + bytes.count / 16)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): escaped += "\\u003c".utf8
            case UInt8(ascii: ">"): escaped += "\\u003e".utf8
            case UInt8(ascii: "&"): escaped += "\\u0026".utf8
            // U+2028 and U+2029 end lines in older JavaScript.
            case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
                escaped += (bytes[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8
                index += 2
            case let byte: escaped.append(byte)
            }
            index += 1
        }
        return escaped
    }
}
