internal import SockeyeClient
internal import SockeyeDigest
package import SockeyeParsers

/// A self-contained page that shows a transcript: it loads nothing, and only its own script can run.
///
/// Data from servers is embedded as JSON in a script element that isn't executed, with `<`, `>`, `&` and JavaScript's line
/// separators escaped; the page's script shows it only as text. The content security policy allows the script and the style by
/// their digests.
package enum TranscriptPage {
    /// The page for a record.
    ///
    /// - Parameters:
    ///   - record: the record.
    ///   - title: the page's title, shown as text.
    ///   - live: the path of server-sent events with further JSON of the same form; default none.
    package static func html(of record: Transcript.Record, title: String = "", live: String? = nil) -> [UInt8] {
        html(of: record.json(), title: title, live: live)
    }

    /// The page for a record in its JSON form.
    package static func html(of json: JSONValue, title: String = "", live: String? = nil) -> [UInt8] {
        let settings = JSONValue.members([
            "title": .string(title), "live": live.map { .string($0) },
            "fields": .object(notes(MeaningTable.fields.map { ($0, $1) })), "statuses": .object(notes(statuses)),
        ])
        let parts: [(mark: String, bytes: [UInt8])] = [
            ("{{policy}}", Array(policy(isLive: live != nil).utf8)),
            ("{{style}}", PackageResources.page_css),
            ("{{settings}}", escaped(settings)),
            ("{{data}}", escaped(json)),
            ("{{script}}", PackageResources.page_js),
        ]
        var page: [UInt8] = []
        var rest = String(decoding: PackageResources.page_html, as: UTF8.self)[...]
        for (mark, bytes) in parts {
            guard let range = rest.firstRange(of: mark) else { continue }
            page += rest[..<range.lowerBound].utf8
            page += bytes
            rest = rest[range.upperBound...]
        }
        return page + rest.utf8
    }

    /// The page's content security policy, for a server that also sends it as a field.
    package static func policy(isLive: Bool = false) -> String {
        "default-src 'none'; script-src \(scriptSource); style-src \(styleSource); "
            + (isLive ? "connect-src 'self'; " : "") + "base-uri 'none'; form-action 'none'"
    }

    private static let scriptSource = source(PackageResources.page_js)
    private static let styleSource = source(PackageResources.page_css)

    /// The policy's source expression for these bytes; `'none'` if SHA-256 isn't available.
    private static func source(_ bytes: [UInt8]) -> String {
        (try? Digest(.sha256, of: bytes)).map { "'sha256-\($0.base64)'" } ?? "'none'"
    }

    /// The known statuses by code, and the status classes by first digit.
    private static var statuses: [(String, ClientEvent.Clause)] {
        MeaningTable.statuses.map { (String($0), $1) }
            + (1...5).map { (String($0), MeaningTable.meaning(ofStatus: $0 * 100 + 99)) }
    }

    private static func notes(_ meanings: [(String, ClientEvent.Clause)]) -> JSONObject {
        // Sorted, so that two pages of one run are the same.
        JSONObject(
            meanings.sorted { $0.0 < $1.0 }.map { name, clause in
                JSONObject.Member(
                    name: name,
                    value: .members([
                        "text": .string(clause.meaning.prefix(1).uppercased() + clause.meaning.dropFirst()),
                        "clause": .string(clause.description), "link": .string(clause.link),
                    ]))
            })
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

extension Transcript {
    /// What has been recorded, as a page of HTML that loads nothing; the title is shown as text.
    public func page(title: String = "") -> [UInt8] { TranscriptPage.html(of: record, title: title) }
}
