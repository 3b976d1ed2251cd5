internal import SockeyeBytes

/// Writes a property list as XML.
enum XMLPropertyListWriter {
    static func bytes(_ list: PropertyList) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        write(list, 0, &text)
        text += "</plist>\n"
        return Array(text.utf8)
    }

    private static func write(_ list: PropertyList, _ depth: Int, _ text: inout String) {
        let indent = String(repeating: "\t", count: depth)
        text += indent
        switch list {
        case .string(let value): text += "<string>\(escaped(value))</string>\n"
        case .integer(let value): text += "<integer>\(value)</integer>\n"
        case .unsignedInteger(let value): text += "<integer>\(value)</integer>\n"
        // Swift prints a NaN's sign and payload, which the format cannot express.
        case .real(let value): text += "<real>\(value.isNaN ? "nan" : "\(value)")</real>\n"
        case .boolean(let value): text += value ? "<true/>\n" : "<false/>\n"
        case .date(let value): text += "<date>\(date(value))</date>\n"
        case .data(let value): text += "<data>\(Base64.encode(value))</data>\n"
        case .array(let elements):
            if elements.isEmpty {
                text += "<array/>\n"
                return
            }
            text += "<array>\n"
            for element in elements { write(element, depth + 1, &text) }
            text += indent + "</array>\n"
        case .dictionary(let members):
            if members.isEmpty {
                text += "<dict/>\n"
                return
            }
            text += "<dict>\n"
            for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                text += indent + "\t<key>\(escaped(key))</key>\n"
                write(value, depth + 1, &text)
            }
            text += indent + "</dict>\n"
        case .uid(let value):
            text += "<dict>\n\(indent)\t<key>CF$UID</key>\n\(indent)\t<integer>\(value)</integer>\n\(indent)</dict>\n"
        }
    }

    private static func escaped(_ text: String) -> String { String(decoding: xmlEscaped(text), as: UTF8.self) }

    /// Clamps to whole seconds in the years 0 to 9999, all that the format can express.
    private static func date(_ value: Timestamp) -> Timestamp {
        let range = Timestamp.writable
        return Timestamp(seconds: min(max(value.seconds, range.lowerBound), range.upperBound))
    }
}
