// Options about the body's content.
extension OptionTable {
    static let parseRows: [Option] = [
        .value(
            "parse", nil, "json|ndjson|xml|plist|form|sse|auto", [.sockeye], "Pretty-print the body by its format",
            """
            Read the body as JSON, JSON lines (ndjson or jsonl), XML, a property list (XML or binary; shown as JSON), \
            a form or server-sent events, and pretty-print it as it arrives, in colour on a terminal unless NO_COLOR \
            is set. "auto" goes by the Content-Type, else by how the body starts. A malformed body ends with exit code \
            121 and the line, column and byte of the error. With --parse, a word without a scheme that names a file is \
            that file, and "-" is standard input; write http://NAME for a host with the name of a file.
            """
        ) { settings, value throws(OptionFault) in
            let name = try value.text()
            guard let format = BodyFormat(rawValue: name == "jsonl" ? "ndjson" : name) else {
                throw .invalid("expected json, ndjson, xml, plist, form, sse or auto")
            }
            settings.transfer.parsing.format = format
        },
        .value(
            "select", nil, "path", [.sockeye], "Write only the values at this path",
            """
            Write what is at the path, one value per line: strings as they are, other values as JSON; without control \
            characters on a terminal. Paths are "videos[0].name", "videos[*].name" or "["odd.name"]" in JSON and \
            property lists (in JSON lines, for each line); "Human/Person/@color", "//name" or "Person[@id='7']/name" \
            in XML; a field's name in a form; data, event, id or retry in events. If nothing matches, the exit code is \
            122. Implies --parse auto unless --parse is given.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.parsing.path = try value.text()
            if settings.transfer.parsing.format == nil { settings.transfer.parsing.format = .auto }
        },
    ]
}
