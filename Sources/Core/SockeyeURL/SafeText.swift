/// Text from outside made safe to print: anything that could move a cursor, hide text or reverse it is shown by number.
enum SafeText {
    /// Whether `scalar` controls a terminal or the direction of text: controls, separators, bidi and other format
    /// characters.
    static func isDisruptive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }

    /// `text` in double quotes, with disruptive characters, quotes and backslashes escaped as in Swift.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - limit: how many of its scalars to show before an ellipsis, to keep a message to one readable line.
    static func quoted(_ text: String, limit: Int = 80) -> String {
        var shown = "\""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit {
                shown += "…"
                break
            }
            count += 1
            switch scalar {
            case "\"": shown += "\\\""
            case "\\": shown += "\\\\"
            case "\t": shown += "\\t"
            case "\n": shown += "\\n"
            case "\r": shown += "\\r"
            case _ where isDisruptive(scalar):
                shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown + "\""
    }
}
