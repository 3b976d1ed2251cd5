extension JSONValue: CustomStringConvertible {
    /// The value as JSON text in UTF-8.
    ///
    /// Parsing the text yields the same value, digit for digit.
    public func bytes(_ format: JSONFormat = .compact) -> [UInt8] {
        var writer = JSONWriter(format: format)
        write(to: &writer, sortsKeys: format.sortsKeys)
        return writer.takeBytes()
    }

    /// The value as JSON text.
    public func text(_ format: JSONFormat = .compact) -> String {
        String(decoding: bytes(format), as: UTF8.self)
    }

    /// The value as compact JSON text.
    public var description: String { text() }

    /// Sends the value as events.
    ///
    /// - Throws: what the handler throws.
    public func send<Handler: JSONEventHandler>(to handler: inout Handler) throws(JSONError.Reason) {
        switch self {
        case .null: try handler.null()
        case .bool(let value): try handler.boolean(value)
        case .number(let value):
            let text = value.text
            try handler.number(text.utf8Span)
        case .string(let value): try handler.string(value.utf8Span)
        case .array(let elements):
            try handler.beginArray()
            for element in elements { try element.send(to: &handler) }
            try handler.endArray()
        case .object(let object):
            try handler.beginObject()
            for member in object.members {
                try handler.key(member.name.utf8Span)
                try member.value.send(to: &handler)
            }
            try handler.endObject()
        }
    }

    private func write(to writer: inout JSONWriter, sortsKeys: Bool) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.boolean(value)
        case .number(let value): writer.number(value.text)
        case .string(let value): writer.string(value.utf8Span)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer, sortsKeys: sortsKeys) }
            writer.endArray()
        case .object(let object):
            writer.beginObject()
            for member in (sortsKeys ? object.sorted() : object).members {
                writer.key(member.name.utf8Span)
                member.value.write(to: &writer, sortsKeys: sortsKeys)
            }
            writer.endObject()
        }
    }
}
