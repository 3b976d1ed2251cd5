// Options about the request's content and the accepted responses.
extension OptionTable {
    static let contentRows: [Option] = [
        .value(
            "data-urlencode", nil, "data", [.http, .post, .upload], "HTTP POST data url encoded",
            """
            Like -d, but percent-encode the data: "text" or "=text", "name=text" with the name as it is, "@file" or \
            "name@file" for a file's contents.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in add(.encoded(try EncodedData(value)), to: &settings) },
        .flag(
            "fail-early", nil, [.curl], "Fail on first transfer error, do not continue",
            "Stop at the first transfer that fails, with its exit code. With -Z the others are cancelled."
        ) { $0.failsEarly = $1 },
        .flag(
            "fail-with-body", nil, [.http, .output], "Fail on HTTP errors but save the body",
            "Treat a status of 400 or above as an error with exit code 22, but write the body."
        ) { $0.transfer.failsWithBody = $1 },
        .value(
            "json", nil, "data", [.http, .post, .upload], "HTTP POST JSON",
            """
            Post the data as application/json and ask for the same type; several are concatenated. "@file" posts a \
            file's contents, byte for byte.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            settings.transfer.content.isJSON = true
            if value.bytes.first == UInt8(ascii: "@") {
                let path = OptionValue(bytes: Array(value.bytes.dropFirst()), readFile: value.readFile)
                add(.appendedFile(path: try path.text()), to: &settings)
            } else {
                add(.appended(value.bytes), to: &settings)
            }
        },
        .value(
            "max-filesize", nil, "bytes", [.connection], "Maximum file size to download",
            """
            Refuse a body that is announced as longer than this, and stop one that turns out to be, with exit code 63. K, M \
            and G are powers of 1024.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.mostBodyBytes = try NumberArgument.size(value)
        },
        .flag(
            "path-as-is", nil, [.curl], "Do not squash .. sequences in URL path",
            "Keep /../ and /./ in the URL's path."
        ) { $0.transfer.content.keepsPath = $1 },
        .value(
            "request-target", nil, "path", [.http], "Specify the target for this request",
            "Use this request target instead of the URL's path and query, such as \"*\" for OPTIONS."
        ) { settings, value throws(OptionFault) in
            settings.transfer.content.requestTarget = try value.text()
        },
        .value(
            "url-query", nil, "data", [.http, .post, .upload], "Add a URL query part",
            "Add to the URL's query, in the syntax of --data-urlencode; \"+text\" is added unencoded.",
            accumulates: true
        ) { settings, value throws(OptionFault) in
            let data =
                value.bytes.first == UInt8(ascii: "+")
                ? EncodedData(verbatim: Array(value.bytes.dropFirst())) : try EncodedData(value)
            settings.transfer.content.queries.append(data)
        },
    ]
}
