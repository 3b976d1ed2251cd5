/// Swift source text for values.
enum SwiftLiteral {
    /// A string literal. What could be misread when it is shown, such as a control, is written as an escape.
    static func string(_ text: String) -> String {
        var literal = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                    literal += "\\u{\(String(scalar.value, radix: 16))}"
                default: literal.unicodeScalars.append(scalar)
                }
            }
        }
        return "\"\(literal)\""
    }

    /// An expression for octets: text if they are UTF-8.
    static func octets(_ octets: [UInt8]) -> String {
        if let text = String(validating: octets, as: UTF8.self) { return "Array(\(string(text)).utf8)" }
        return "[\(octets.map(String.init).joined(separator: ", "))]"
    }

    /// An expression for a duration.
    static func duration(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return ".seconds(\(seconds))" }
        if attoseconds % 1_000_000_000_000_000 == 0 { return ".milliseconds(\(duration.wholeMicroseconds / 1_000))" }
        // Less than a microsecond is no time at all, but not none.
        return ".microseconds(\(max(1, duration.wholeMicroseconds)))"
    }

    /// A list of expressions.
    static func list(_ expressions: [String]) -> String { "[\(expressions.joined(separator: ", "))]" }

    /// The text in a comment of one line.
    static func comment(_ text: String) -> String {
        "// " + String(string(text).dropFirst().dropLast()).replacing("\\\"", with: "\"")
    }
}
