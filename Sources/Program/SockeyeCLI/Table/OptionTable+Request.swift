internal import Sockeye

// Options about the request and its content.
extension OptionTable {
    static let requestRows: [Option] = [
        Option(
            "data", "d", [.important, .http, .post, .upload], accumulates: true, "HTTP POST data",
            """
            Post the data as application/x-www-form-urlencoded, unchanged; several -d are joined with "&". "@file" is \
            the file's contents without CR, LF and NUL bytes, "@-" standard input. A file that cannot be read ends the \
            program.
            """,
            .value("data") { settings, value throws(OptionFault) in
                try add(RequestData.piece(value, dropsLineEnds: true), to: &settings)
            }),
        Option(
            "data-ascii", nil, [.http, .post, .upload], accumulates: true, "HTTP POST ASCII data",
            "The same as -d.",
            .value("data") { settings, value throws(OptionFault) in
                try add(RequestData.piece(value, dropsLineEnds: true), to: &settings)
            }),
        Option(
            "data-binary", nil, [.http, .post, .upload], accumulates: true, "HTTP POST binary data",
            "Like -d, but post a file's contents byte for byte.",
            .value("data") { settings, value throws(OptionFault) in
                try add(RequestData.piece(value, dropsLineEnds: false), to: &settings)
            }),
        Option(
            "data-raw", nil, [.http, .post, .upload], accumulates: true, "HTTP POST data, '@' allowed",
            "Like -d, but a leading \"@\" is not special.", .value("data") { add(.bytes($1.bytes), to: &$0) }),
        Option(
            "fail", "f", [.important, .http], "Fail fast with no output on HTTP errors",
            "Treat a status of 400 or above as an error: write nothing and exit with code 22.",
            .flag { ($0.transfer.failsOnHTTPError, $0.transfer.failsWithBody) = ($1, $0.transfer.failsWithBody && !$1) }
        ),
        Option(
            "get", "G", [.http, .upload], "Put the post data in the URL and use GET",
            "Put the data of -d and its variants into the URL's query, and use GET, or HEAD with -I.",
            .flag { $0.transfer.putsDataInURL = $1 }),
        Option(
            "head", "I", [.important, .http], "Show document info only",
            "Send HEAD and write the response headers as output.", .flag { $0.transfer.asksHeadOnly = $1 }),
        Option(
            "header", "H", [.important, .http], accumulates: true, "Pass custom header(s) to server",
            """
            Send "Name: value", replacing a header of that name that would be sent anyway. "Name:" removes such a \
            header, "Name;" sends an empty one. "@file" reads headers from a file, one per line. A line break in a \
            value is refused.
            """,
            .value("header/@file") { settings, value throws(OptionFault) in
                var lines = [value.bytes]
                if let path = try value.fileName() { lines = HeaderEdit.lines(of: try value.contents(of: path)) }
                for line in lines {
                    if let edit = try HeaderEdit.parse(line) {
                        settings.transfer.headers.append(edit)
                    } else {
                        settings.warnings.append(
                            "'\(OctetText(line).text)' is not a header (write 'Name: value') and is not sent.")
                    }
                }
            }),
        Option("http1.0", "0", [.http], "Use HTTP 1.0", "Use HTTP/1.0.", .choice { $0.transfer.httpVersion = .http10 }),
        Option(
            "http1.1", nil, [.http], "Use HTTP 1.1",
            "Use HTTP/1.1. This is the default.", .choice { $0.transfer.httpVersion = .http11 }),
        Option(
            "range", "r", [.http], "Retrieve only the bytes within RANGE",
            """
            Request part of the body: "0-499" is the first 500 bytes, "500-" everything from byte 500, "-500" the last \
            500. The server may still send all of it, with status 200.
            """,
            .value("range") { settings, value throws(OptionFault) in try setRange(try fieldText(value), in: &settings) }
        ),
        Option(
            "referer", "e", [.http], "Referrer URL",
            """
            Send the Referer header. With ";auto" after the URL, or alone, a followed redirect sends the URL it came \
            from.
            """,
            .value("URL") { settings, value throws(OptionFault) in
                var referer = try fieldOctets(value)
                let isAutomatic = referer.bytes.suffix(5).elementsEqual(";auto".utf8)
                settings.transfer.redirects.sendsReferer = isAutomatic
                if isAutomatic { referer.bytes.removeLast(5) }
                settings.transfer.referer = referer.isEmpty ? nil : referer
            }),
        Option(
            "request", "X", [.curl, .http], "Specify request method to use",
            "Use this method. Only -I changes how the response is read: use -I for HEAD, not -X HEAD.",
            .value("method") { settings, value throws(OptionFault) in
                let method = try value.text()
                // RFC 9110 section 9.1: a method is a token.
                guard !method.isEmpty, method.utf8.allSatisfy(HeaderEdit.isTokenByte) else {
                    throw .invalid("'\(method)' is not a request method (one word, such as PUT)")
                }
                settings.transfer.customMethod = method
            }),
        Option(
            "user-agent", "A", [.important, .http], "Send User-Agent <name> to server",
            "Send this User-Agent, or none at all if empty.",
            .parsed("name", fieldOctets) { $0.transfer.userAgent = $1 }),
        Option(
            "data-urlencode", nil, [.http, .post, .upload], accumulates: true, "HTTP POST data url encoded",
            """
            Like -d, but percent-encode the data: "text" or "=text", "name=text" with the name as it is, "@file" or \
            "name@file" for a file's contents.
            """, .parsed("data", EncodedData.init) { add(.encoded($1), to: &$0) }),
        Option(
            "fail-early", nil, [.curl], "Fail on first transfer error, do not continue",
            "Stop at the first transfer that fails, with its exit code. With -Z the others are cancelled.",
            .flag { $0.failsEarly = $1 }),
        Option(
            "fail-with-body", nil, [.http, .output], "Fail on HTTP errors but save the body",
            "Treat a status of 400 or above as an error with exit code 22, but write the body.",
            .flag {
                ($0.transfer.failsWithBody, $0.transfer.failsOnHTTPError) = ($1, $0.transfer.failsOnHTTPError && !$1)
            }),
        Option(
            "json", nil, [.http, .post, .upload], accumulates: true, "HTTP POST JSON",
            """
            Post the data as application/json and ask for the same type; several are concatenated. "@file" posts a \
            file's contents, byte for byte.
            """,
            .value("data") { settings, value throws(OptionFault) in
                settings.transfer.content.isJSON = true
                let path = try value.fileName()
                add(path.map { .appendedFile(path: $0) } ?? .appended(value.bytes), to: &settings)
            }),
        Option(
            "max-filesize", nil, [.connection], "Maximum file size to download",
            """
            Refuse a body that is announced as longer than this, and stop one that turns out to be, with exit code 63. K, M \
            and G are powers of 1024.
            """, .size("bytes") { $0.transfer.bodyByteLimit = $1 }),
        Option(
            "path-as-is", nil, [.curl], "Do not squash .. sequences in URL path",
            "Keep /../ and /./ in the URL's path.", .flag { $0.transfer.content.keepsPath = $1 }),
        Option(
            "request-target", nil, [.http], "Specify the target for this request",
            "Use this request target instead of the URL's path and query, such as \"*\" for OPTIONS.",
            .text("path") { $0.transfer.content.requestTarget = $1 }),
        Option(
            "url-query", nil, [.http, .post, .upload], accumulates: true, "Add a URL query part",
            "Add to the URL's query, in the syntax of --data-urlencode; \"+text\" is added unencoded.",
            .value("data") { settings, value throws(OptionFault) in
                let isVerbatim = value.bytes.first == UInt8(ascii: "+")
                settings.transfer.content.queries.append(
                    isVerbatim ? EncodedData(verbatim: Array(value.bytes.dropFirst())) : try EncodedData(value))
            }),
    ]

    static func add(_ piece: RequestData.Piece, to settings: inout Settings) {
        if settings.transfer.data?.pieces.append(piece) == nil { settings.transfer.data = RequestData(pieces: [piece]) }
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
