// Options about what the request carries and what the answer may be.
extension OptionTable {
    static let contentRows: [Option] = [
        .value(
            "data-urlencode", nil, "data", [.http, .post, .upload], "HTTP POST data url encoded",
            """
            Like -d, with the data percent-encoded: "text" or "=text", "name=text" with the name as it is, "@file" or \
            "name@file" for a file's contents.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in add(.encoded(try EncodedData(value)), to: &settings) },
        .flag(
            "fail-early", nil, [.curl], "Fail on first transfer error, do not continue",
            "The first transfer that fails ends the run."
        ) { $0.failsEarly = $1 },
        .flag(
            "fail-with-body", nil, [.http, .output], "Fail on HTTP errors but save the body",
            "A status of 400 or above is an error with exit code 22, but its body is written."
        ) { $0.transfer.failsWithBody = $1 },
        .value(
            "json", nil, "data", [.http, .post, .upload], "HTTP POST JSON",
            """
            Posts the data as application/json and asks for the same; several are joined without anything between. \
            "@file" is a file's contents, byte for byte.
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
            "A body that is announced as longer than this is not fetched: exit code 63. K, M and G stand for powers of 1024."
        ) { settings, value throws(OptionFault) in
            settings.transfer.mostBodyBytes = try NumberArgument.size(value)
        },
        .flag(
            "path-as-is", nil, [.curl], "Do not squash .. sequences in URL path",
            "Asks for the path as it is written, with its /../ and /./."
        ) { $0.transfer.content.keepsPath = $1 },
        .value(
            "request-target", nil, "path", [.http], "Specify the target for this request",
            "Asks for this instead of the URL's path and query, such as \"*\" for OPTIONS."
        ) { settings, value throws(OptionFault) in
            settings.transfer.content.requestTarget = try value.text()
        },
        .value(
            "url-query", nil, "data", [.http, .post, .upload], "Add a URL query part",
            "Adds to the URL's query, written as for --data-urlencode; \"+text\" is added as it is.",
            accumulates: true
        ) { settings, value throws(OptionFault) in
            let data =
                value.bytes.first == UInt8(ascii: "+")
                ? EncodedData(verbatim: Array(value.bytes.dropFirst())) : try EncodedData(value)
            settings.transfer.content.queries.append(data)
        },
    ]
}
