// Options about the request.
extension OptionTable {
    static let requestRows: [Option] = [
        .value(
            "data", "d", "data", [.important, .http, .post, .upload], "HTTP POST data",
            """
            Post the data as application/x-www-form-urlencoded, unchanged; several -d are joined with "&". "@file" is \
            the file's contents without CR, LF and NUL bytes, "@-" standard input. A file that cannot be read ends the \
            program.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            try add(RequestData.piece(value, dropsLineEnds: true), to: &settings)
        },
        .value(
            "data-ascii", nil, "data", [.http, .post, .upload], "HTTP POST ASCII data",
            "The same as -d.",
            accumulates: true
        ) { settings, value throws(OptionFault) in
            try add(RequestData.piece(value, dropsLineEnds: true), to: &settings)
        },
        .value(
            "data-binary", nil, "data", [.http, .post, .upload], "HTTP POST binary data",
            "Like -d, but post a file's contents byte for byte.",
            accumulates: true
        ) { settings, value throws(OptionFault) in
            try add(RequestData.piece(value, dropsLineEnds: false), to: &settings)
        },
        .value(
            "data-raw", nil, "data", [.http, .post, .upload], "HTTP POST data, '@' allowed",
            "Like -d, but a leading \"@\" is not special.",
            accumulates: true
        ) { settings, value throws(OptionFault) in add(.bytes(value.bytes), to: &settings) },
        .flag(
            "fail", "f", [.important, .http], "Fail fast with no output on HTTP errors",
            "Treat a status of 400 or above as an error: write nothing and exit with code 22."
        ) { $0.transfer.failsOnHTTPError = $1 },
        .flag(
            "get", "G", [.http, .upload], "Put the post data in the URL and use GET",
            "Put the data of -d and its variants into the URL's query, and use GET, or HEAD with -I."
        ) { $0.transfer.putsDataInURL = $1 },
        .flag(
            "head", "I", [.important, .http], "Show document info only",
            "Send HEAD and write the response headers as output."
        ) { $0.transfer.asksHeadOnly = $1 },
        .value(
            "header", "H", "header/@file", [.important, .http], "Pass custom header(s) to server",
            """
            Send "Name: value", replacing a header of that name that would be sent anyway. "Name:" removes such a \
            header, "Name;" sends an empty one. "@file" reads headers from a file, one per line. A line break in a \
            value is refused.
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
                        "'\(OctetText(line).text)' is not a header (write 'Name: value') and is not sent.")
                }
            }
        },
        .choice(
            "http1.0", "0", [.http], "Use HTTP 1.0",
            "Use HTTP/1.0."
        ) { $0.transfer.httpVersion = .http10 },
        .choice(
            "http1.1", nil, [.http], "Use HTTP 1.1",
            "Use HTTP/1.1. This is the default."
        ) { $0.transfer.httpVersion = .http11 },
        .value(
            "range", "r", "range", [.http], "Retrieve only the bytes within RANGE",
            """
            Request part of the body: "0-499" is the first 500 bytes, "500-" everything from byte 500, "-500" the last \
            500. The server may still send all of it, with status 200.
            """
        ) { settings, value throws(OptionFault) in try setRange(try fieldText(value), in: &settings) },
        .value(
            "referer", "e", "URL", [.http], "Referrer URL",
            """
            Send the Referer header. With ";auto" after the URL, or alone, a followed redirect sends the URL it came \
            from.
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
            "Use this method. Only -I changes how the response is read: use -I for HEAD, not -X HEAD."
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
            "Send this User-Agent, or none at all if empty."
        ) { settings, value throws(OptionFault) in settings.transfer.userAgent = try fieldOctets(value) },
    ]

    static func add(_ piece: RequestData.Piece, to settings: inout Settings) {
        settings.transfer.data = settings.transfer.data ?? RequestData()
        settings.transfer.data?.add(piece)
    }

    private static func headerLines(in value: OptionValue, path: String) throws(OptionFault) -> [[UInt8]] {
        HeaderEdit.lines(of: try value.contents(of: path))
    }

    /// Text for a field value: a line break or another control character could break out of it (RFC 9110 section 5.5).
    static func fieldText(_ value: OptionValue) throws(OptionFault) -> String {
        _ = try fieldOctets(value)
        return try value.text()
    }

    /// The same as octets: a field value need not be UTF-8.
    static func fieldOctets(_ value: OptionValue) throws(OptionFault) -> OctetText {
        guard value.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .invalid("its argument contains a line break or another control character")
        }
        return OctetText(value.bytes)
    }

    private static func setRange(_ text: String, in settings: inout Settings) throws(OptionFault) {
        guard let first = text.utf8.first else {
            throw .invalid("'\(text)' is not a range (write START-END, START- or -LAST)")
        }
        // As in curl, what is not a number is the server's to judge.
        if !(0x30...0x39).contains(first) || text.utf8.contains(UInt8(ascii: "-")) {
            let isRange = text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ",")
            }
            if !isRange {
                settings.warnings.append(
                    "Invalid character is found in given range. A specified range MUST have only digits in 'start'-'stop'. "
                        + "The server's response to this request is uncertain.")
            }
            settings.transfer.range = text
        } else {
            settings.warnings.append("A specified range MUST include at least one dash (-). Appending one for you!")
            settings.transfer.range = text + "-"
        }
    }
}
