// Options about the request.
extension OptionTable {
    static let requestRows: [Option] = [
        .value(
            "data", "d", "data", [.important, .http, .post, .upload], "HTTP POST data",
            """
            Posts the data as application/x-www-form-urlencoded, as it is; several -d are joined by "&". "@file" is \
            the file's contents without CR, LF and NUL bytes, "@-" standard input's. A file that cannot be read ends the program.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            try add(RequestData.piece(value, dropsLineEnds: true), to: &settings)
        },
        .value(
            "data-binary", nil, "data", [.http, .post, .upload], "HTTP POST binary data",
            "Like -d, but a file's contents are posted byte for byte.",
            accumulates: true
        ) { settings, value throws(OptionFault) in
            try add(RequestData.piece(value, dropsLineEnds: false), to: &settings)
        },
        .value(
            "data-raw", nil, "data", [.http, .post, .upload], "HTTP POST data, '@' allowed",
            "Like -d, but \"@\" at the front means nothing special.",
            accumulates: true
        ) { settings, value throws(OptionFault) in add(.bytes(value.bytes), to: &settings) },
        .flag(
            "fail", "f", [.important, .http], "Fail fast with no output on HTTP errors",
            "A status of 400 or above is an error: nothing is written and the exit code is 22."
        ) { $0.transfer.failsOnHTTPError = $1 },
        .flag(
            "get", "G", [.http, .upload], "Put the post data in the URL and use GET",
            "The data of -d and its kin go into the URL's query; the method is GET, or HEAD with -I."
        ) { $0.transfer.putsDataInURL = $1 },
        .flag(
            "head", "I", [.important, .http], "Show document info only",
            "Sends HEAD and writes the response's head as output."
        ) { $0.transfer.asksHeadOnly = $1 },
        .value(
            "header", "H", "header/@file", [.important, .http], "Pass custom header(s) to server",
            """
            Sends "Name: value", in place of a field of that name that would be sent anyway. "Name:" sends no such \
            field, "Name;" an empty one. "@file" reads them from a file, one a line. A line break in a value is refused.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            let lines =
                value.bytes.first == UInt8(ascii: "@")
                ? try headerLines(in: value, path: String(try value.text().dropFirst())) : [value.bytes]
            for line in lines {
                if let edit = try HeaderEdit.parse(line) {
                    settings.transfer.headers.append(edit)
                } else {
                    settings.warnings.append(
                        "'\(OctetText(line).text)' is not a header (write 'Name: value'), and is not sent.")
                }
            }
        },
        .choice(
            "http1.0", "0", [.http], "Use HTTP 1.0",
            "Asks with HTTP/1.0."
        ) { $0.transfer.httpVersion = .http10 },
        .choice(
            "http1.1", nil, [.http], "Use HTTP 1.1",
            "Asks with HTTP/1.1, which is the default."
        ) { $0.transfer.httpVersion = .http11 },
        .value(
            "range", "r", "range", [.http], "Retrieve only the bytes within RANGE",
            """
            Asks for a part of the body: "0-499" the first 500 bytes, "500-" all from there on, "-500" the last 500. \
            A server may send the whole all the same, with status 200.
            """
        ) { settings, value throws(OptionFault) in try setRange(try value.text(), in: &settings) },
        .value(
            "referer", "e", "URL", [.http], "Referrer URL",
            """
            Sends the Referer field. With ";auto" behind the URL, or alone, a redirect that is followed says where it             came from.
            """
        ) { settings, value throws(OptionFault) in
            var referer = try fieldOctets(value)
            let isAutomatic = referer.bytes.suffix(5).elementsEqual(";auto".utf8)
            settings.transfer.redirects.sendsReferer = isAutomatic
            if isAutomatic { referer.bytes.removeLast(5) }
            settings.transfer.referer = referer.isEmpty ? nil : referer
        },
        .value(
            "request", "X", "method", [.curl, .http], "Specify request method to use",
            "Sends this method. How the response is read follows from -I alone: use -I for HEAD, not -X HEAD."
        ) { settings, value throws(OptionFault) in
            let method = try value.text()
            // RFC 9110 section 9.1: a method is a token.
            guard !method.isEmpty, method.utf8.allSatisfy(HeaderEdit.isTokenByte) else {
                throw .invalid("'\(method)' is not a request method (one word, such as PUT)")
            }
            settings.transfer.customMethod = method
        },
        .value(
            "user-agent", "A", "name", [.important, .http], "Send User-Agent <name> to server",
            "Sends this User-Agent; none at all for an empty one."
        ) { settings, value throws(OptionFault) in settings.transfer.userAgent = try fieldOctets(value) },
    ]

    static func add(_ piece: RequestData.Piece, to settings: inout Settings) {
        settings.transfer.data = settings.transfer.data ?? RequestData()
        settings.transfer.data?.add(piece)
    }

    private static func headerLines(in value: OptionValue, path: String) throws(OptionFault) -> [[UInt8]] {
        HeaderEdit.lines(of: try value.contents(of: path))
    }

    /// Text for a field value: no line break or other control may break out of it (RFC 9110 section 5.5).
    static func fieldText(_ value: OptionValue) throws(OptionFault) -> String {
        _ = try fieldOctets(value)
        return try value.text()
    }

    /// The same for octets, which a field value may hold.
    static func fieldOctets(_ value: OptionValue) throws(OptionFault) -> OctetText {
        guard value.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .invalid("its argument holds a line break or another control character")
        }
        return OctetText(value.bytes)
    }

    private static func setRange(_ text: String, in settings: inout Settings) throws(OptionFault) {
        let allowed = "0123456789-, ".utf8
        guard !text.isEmpty, text.utf8.allSatisfy(allowed.contains) else {
            throw .invalid("'\(text)' is not a range (write START-END, START- or -LAST)")
        }
        if text.utf8.contains(UInt8(ascii: "-")) {
            settings.transfer.range = text
        } else {
            settings.warnings.append("A specified range MUST include at least one dash (-). Appending one for you!")
            settings.transfer.range = text + "-"
        }
    }
}
