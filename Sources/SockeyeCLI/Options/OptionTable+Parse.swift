// Options about what the body holds.
extension OptionTable {
    static let parseRows: [Option] = [
        .value(
            "parse", nil, "json|ndjson|xml|plist|form|sse|auto", [.sockeye], "Lay out the body by its format",
            """
            Reads the body as JSON, lines of JSON (ndjson or jsonl), XML, a property list (XML or binary; shown as JSON), a form \
            or server-sent events, and writes it laid out, as it arrives, in colour on a terminal unless NO_COLOR is set. auto \
            goes by the Content-Type, else by how the body begins. A body that is none ends with exit code 121 and the line, column and byte where it is wrong. \
            With --parse, a word that has no scheme and names a file is that file, and "-" is standard input; write \
            http://NAME for a host called like a file.
            """
        ) { settings, value throws(OptionFault) in
            let name = try value.text()
            guard let format = BodyFormat(rawValue: name == "jsonl" ? "ndjson" : name) else {
                throw .invalid("expected json, ndjson, xml, plist, form, sse or auto")
            }
            settings.transfer.parsing.format = format
        },
        .value(
            "select", nil, "path", [.sockeye], "Write only the values at this path of the body",
            """
            Writes what is at the path, a line each: strings as they are, other values as JSON; on a terminal without control \
            characters. In JSON and property lists "videos[0].name", "videos[*].name", "[\\"odd.name\\"]", in lines of JSON for each line; in XML \
            "Human/Person/@color", "//name", "Person[@id='7']/name"; in a form a field's name; in events data, event, id or \
            retry. When nothing is there, the exit code is 122. Without --parse it stands for --parse auto.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.parsing.path = try value.text()
            if settings.transfer.parsing.format == nil { settings.transfer.parsing.format = .auto }
        },
    ]
}
