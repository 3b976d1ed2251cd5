/// Text from outside, made fit to print: what could move a cursor, hide text or turn it round is shown by number.
package enum SafeText {
    /// Whether `scalar` steers a terminal or the direction of text: controls, separators, bidi and other format
    /// characters.
    package static func isDisruptive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }

    /// Whether `scalar` is one of Unicode's directional controls (UAX #9 section 2), which can make a name read
    /// other than it is.
    package static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// `text` in double quotes with disruptive characters, quotes and backslashes escaped as Swift writes them.
    ///
    /// - Parameters:
    ///   - text: what to show.
    ///   - limit: how many scalars of it to show before an ellipsis; a message stays one readable line.
    package static func quoted(_ text: String, limit: Int = 80) -> String {
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
