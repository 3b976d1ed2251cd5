internal import SockeyeBytes

/// Converts an XML property list to JSON events while it streams.
///
/// Dates become ISO 8601 strings, data become base64 strings, and numbers that JSON cannot represent become `nan`,
/// `inf` and `-inf`.
package struct PropertyListTranscoder<Handler: JSONEventHandler>: XMLEventHandler {
    private enum Container {
        case array
        case dictionary(hasKey: Bool)
    }

    /// Receives the events.
    package var handler: Handler

    private var containers: [Container] = []
    /// The open scalar element; its content is in `text`.
    private var scalar: String?
    private var text = ""
    private var isInRoot = false
    private var hasValue = false

    /// Makes a transcoder that sends its events to `handler`.
    package init(handler: Handler) { self.handler = handler }

    /// Starts a container or a scalar.
    package mutating func startElement(
        _ name: XMLName, attributes: XMLAttributes, at place: XMLPlace
    ) throws(XMLError.Reason) {
        if !isInRoot {
            guard name.local == "plist" else { throw .refused("expected <plist>, found <\(name)>") }
            isInRoot = true
            return
        }
        if let scalar { throw .refused("<\(scalar)> holds only text, found <\(name)>") }
        switch name.local {
        case "array", "dict":
            try beginValue()
            let isArray = name.local == "array"
            containers.append(isArray ? .array : .dictionary(hasKey: false))
            try send { (handler) throws(JSONError.Reason) in
                if isArray { try handler.beginArray() } else { try handler.beginObject() }
            }
        case "key", "string", "integer", "real", "date", "data", "true", "false":
            scalar = name.local
            text = ""
        default: throw .refused("<\(name)> is not a property list element")
        }
    }

    /// Collects a scalar's text.
    package mutating func characters(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason) {
        let part = String(copying: text)
        if scalar != nil {
            self.text += part
        } else if !part.utf8.allSatisfy({ $0 <= 0x20 }) {
            throw .refused("text outside a value")
        }
    }

    /// Ends a container or a scalar.
    package mutating func endElement(_ name: XMLName, at place: XMLPlace) throws(XMLError.Reason) {
        switch name.local {
        case "plist":
            if !hasValue { throw .refused("the property list is empty") }
            isInRoot = false
        case "array", "dict":
            let container = containers.popLast()
            if case .dictionary(hasKey: true) = container { throw .refused("the last <key> of <dict> has no value") }
            try send { (handler) throws(JSONError.Reason) in
                if case .array = container { try handler.endArray() } else { try handler.endObject() }
            }
        case "key":
            scalar = nil
            guard case .dictionary(hasKey: false)? = containers.last else {
                throw .refused("<key> where a value is expected")
            }
            containers[containers.count - 1] = .dictionary(hasKey: true)
            let key = text
            try send { (handler) throws(JSONError.Reason) in try handler.key(key.utf8Span) }
        default:
            scalar = nil
            try beginValue()
            let value = try XMLPropertyListReader.scalar(name.local, text)
            try send { (handler) throws(JSONError.Reason) in try value.sendScalar(to: &handler) }
        }
    }

    /// Checks that a value is allowed here.
    private mutating func beginValue() throws(XMLError.Reason) {
        switch containers.last {
        case nil:
            if hasValue { throw .refused("a property list has only one value") }
            hasValue = true
        case .array: break
        case .dictionary(hasKey: true): containers[containers.count - 1] = .dictionary(hasKey: false)
        case .dictionary(hasKey: false): throw .refused("a value in <dict> has no <key>")
        }
    }

    private mutating func send(
        _ event: (inout Handler) throws(JSONError.Reason) -> Void
    ) throws(XMLError.Reason) {
        do throws(JSONError.Reason) {
            try event(&handler)
        } catch {
            throw .refused("\(error)")
        }
    }
}

extension PropertyList {
    /// Sends the list as JSON events, with the members of dictionaries sorted by name.
    ///
    /// - Throws: what `handler` throws.
    public func send<Handler: JSONEventHandler>(to handler: inout Handler) throws(JSONError.Reason) {
        switch self {
        case .array(let elements):
            try handler.beginArray()
            for element in elements { try element.send(to: &handler) }
            try handler.endArray()
        case .dictionary(let members):
            try handler.beginObject()
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                try handler.key(name.utf8Span)
                try value.send(to: &handler)
            }
            try handler.endObject()
        default: try sendScalar(to: &handler)
        }
    }

    fileprivate func sendScalar<Handler: JSONEventHandler>(to handler: inout Handler) throws(JSONError.Reason) {
        switch self {
        case .string(let text): try handler.string(text.utf8Span)
        case .integer(let value): try handler.number("\(value)".utf8Span)
        case .unsignedInteger(let value): try handler.number("\(value)".utf8Span)
        case .real(let value):
            if let number = JSONNumber(value) {
                let text = number.text
                try handler.number(text.utf8Span)
            } else {
                try handler.string((value.isNaN ? "nan" : value < 0 ? "-inf" : "inf").utf8Span)
            }
        case .boolean(let value): try handler.boolean(value)
        case .date(let date): try handler.string("\(date)".utf8Span)
        case .data(let bytes): try handler.string(Base64.encode(bytes).utf8Span)
        case .uid(let number):
            try handler.beginObject()
            try handler.key("CF$UID".utf8Span)
            try handler.number("\(number)".utf8Span)
            try handler.endObject()
        case .array, .dictionary: break
        }
    }
}
