internal import SockeyeParsers

/// Prints forms: one field per line, `name = value`, or only the values of one name.
struct FormPrinter: BodyPrinter {
    // Only one field is kept at a time, so their number needs no limit.
    private var parser = FormParser(fieldLimit: 64 << 20, fieldCountLimit: .max)
    private let name: String?
    private let style: PrintStyle
    private var printed: [UInt8] = []
    private(set) var selectedCount = 0

    init(name: String?, _ style: PrintStyle) { (self.name, self.style) = (name, style) }

    mutating func feed(_ bytes: RawSpan) throws {
        var fields: [FormFields.Field] = []
        try parser.parse(bytes, into: &fields)
        print(fields)
    }

    mutating func finish() throws {
        var fields: [FormFields.Field] = []
        try parser.finish(into: &fields)
        print(fields)
    }

    private mutating func print(_ fields: [FormFields.Field]) {
        if let name {
            for value in FormFields(fields).values(for: name) {
                printed += "\(value)\n".utf8
                selectedCount += 1
            }
            return
        }
        for field in fields {
            // Escaped, so that one field is one line.
            let (name, value) = (TerminalText.escaped(field.name), TerminalText.escaped(field.value))
            printed += "\(style.name(name)) = \(value)\n".utf8
        }
    }

    mutating func takeBytes() -> [UInt8] {
        defer { printed.removeAll(keepingCapacity: true) }
        return printed
    }
}

/// Prints server-sent events, each as soon as it is complete: all its fields, or only one.
struct EventPrinter: BodyPrinter {
    private var parser = ServerSentEventParser()
    private let field: String?
    private let style: PrintStyle
    private var printed: [UInt8] = []
    private var lastID = ""
    private(set) var selectedCount = 0

    init(field: String?, _ style: PrintStyle) throws(PathError) {
        if let field, !["data", "event", "id", "retry"].contains(field) {
            throw PathError(message: "an event only has data, event, id and retry", offset: 0, path: field)
        }
        (self.field, self.style) = (field, style)
    }

    mutating func feed(_ bytes: RawSpan) throws {
        var events: [ServerSentEvent] = []
        try parser.parse(bytes, into: &events)
        for event in events { print(event) }
    }

    // The standard discards an incomplete event at the end, so there is nothing to print.
    mutating func finish() throws {}

    mutating func print(_ event: ServerSentEvent) {
        let isNewID = event.lastEventID != lastID
        lastID = event.lastEventID
        switch field {
        case nil:
            // The type of an event without one, which says nothing.
            if event.type != "message" { line("event", event.type) }
            if isNewID { line("id", event.lastEventID) }
            for part in event.data.split(separator: "\n", omittingEmptySubsequences: false) {
                line("data", String(part))
            }
            printed.append(UInt8(ascii: "\n"))
        case "event": select(event.type)
        case "id": select(event.lastEventID)
        case "retry": if let time = event.reconnectionTime { select("\(time)") }
        default: select(event.data)
        }
    }

    private mutating func line(_ name: String, _ value: String) {
        printed += "\(style.name(name)): \(style.safe(value))\n".utf8
    }

    private mutating func select(_ value: String) {
        printed += "\(style.safe(value))\n".utf8
        selectedCount += 1
    }

    mutating func takeBytes() -> [UInt8] {
        defer { printed.removeAll(keepingCapacity: true) }
        return printed
    }
}
