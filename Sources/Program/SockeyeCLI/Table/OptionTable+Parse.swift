internal import Sockeye
internal import SockeyeParsers

// Options about the body's content.
extension OptionTable {
    static let parseRows: [Option] = [
        .value(
            "parse", nil, "json|ndjson|xml|plist|form|sse|auto", [.sockeye], "Pretty-print the body by its format",
            """
            Read the body as JSON, JSON lines (ndjson or jsonl), XML, a property list (XML or binary; shown as JSON), \
            a form or server-sent events, and pretty-print it as it arrives, in colour on a terminal unless NO_COLOR \
            is set. "auto" goes by the Content-Type, or of a file by .ndjson or .jsonl, else by how the body starts. A malformed body ends with exit code \
            121 and the line, column and byte of the error. With --parse, a word without a scheme that names a file is \
            that file, as is any that begins with "/", "./" or "../", and "-" is standard input; write http://NAME for a host with the name of a file.
            """
        ) { settings, value throws(OptionFault) in
            let name = try value.text()
            guard let format = BodyFormat(rawValue: name == "jsonl" ? "ndjson" : name) else {
                throw .invalid("expected json, ndjson, xml, plist, form, sse or auto")
            }
            settings.transfer.parsing.format = format
        },
        .flag(
            "pretty", nil, [.sockeye], "Lay out JSON on a terminal",
            """
            Show a body that its Content-Type calls JSON (or JSON lines) on a terminal as --parse does: laid out, and in colour unless \
            NO_COLOR is set. Any other body, and what goes to a file or a pipe, stays as it is. Malformed JSON ends as with --parse.
            """
        ) { $0.transfer.parsing.isPretty = $1 },
        .value(
            "select", nil, "path", [.sockeye], "Write only the values at this path",
            """
            Write what is at the path, one value per line: strings as they are, other values as JSON; without control \
            characters on a terminal. Paths are "videos[0].name", "videos[*].name" or "["odd.name"]" in JSON and \
            property lists (in JSON lines, for each line); "Human/Person/@color", "//name" or "//Person[@id='7']/name" \
            in XML; a field's name in a form; data, event, id or retry in events. If nothing matches, the exit code is \
            122. Implies --parse auto unless --parse is given.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.parsing.path = try value.text()
            if settings.transfer.parsing.format == nil { settings.transfer.parsing.format = .auto }
        },
        .value(
            "to", nil, "plist|bplist", [.sockeye], "Write the body as a property list",
            """
            Write the body, JSON or a property list, as a property list: XML (plist) or binary (bplist). With --select, only what \
            is at the path, as an array if it is more than one value. Numbers without a fraction become integers. Property lists \
            have no null; see --nulls. Implies --parse auto unless --parse is given.
            """
        ) { settings, value throws(OptionFault) in
            guard let format = ParseSettings.Conversion.Format(rawValue: try value.text()) else {
                throw .invalid("expected plist or bplist")
            }
            settings.transfer.parsing.conversion.format = format
            if settings.transfer.parsing.format == nil { settings.transfer.parsing.format = .auto }
        },
        .value(
            "nulls", nil, "refuse|omit|text", [.sockeye], "What --to makes of null",
            """
            With --to, what becomes of a null: "refuse", the default, ends with exit code 121 and the path of the null; "omit" \
            leaves the member or element out; "text" writes an empty string.
            """
        ) { settings, value throws(OptionFault) in
            guard let rule = NullRule(rawValue: try value.text()) else {
                throw .invalid("expected refuse, omit or text")
            }
            settings.transfer.parsing.conversion.nulls = rule
        },
        .value(
            "digest-of", nil, "algorithm:text|@file", [.sockeye], "Print the digest of a text",
            """
            Print the digest of the text in hexadecimal digits, and fetch nothing: md5, sha1, sha224, sha256, sha384 or sha512, a \
            colon, and the text, "@FILE" for the content of a file, or "@-" for standard input. A text that starts with @ \
            comes from a file.
            """
        ) { settings, value throws(OptionFault) in
            guard let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")),
                let name = String(validating: value.bytes[..<colon], as: UTF8.self),
                let algorithm = Digest.Algorithm(rawValue: name)
            else {
                throw .invalid("expected md5, sha1, sha224, sha256, sha384 or sha512, a colon, and a text or @file")
            }
            var bytes = Array(value.bytes[(colon + 1)...])
            if bytes.first == UInt8(ascii: "@") {
                guard let path = String(validating: bytes.dropFirst(), as: UTF8.self) else {
                    throw .invalid("its argument is not UTF-8")
                }
                bytes = try value.contents(of: path)
            }
            settings.action = .digest(algorithm, bytes)
        },
    ]
}
