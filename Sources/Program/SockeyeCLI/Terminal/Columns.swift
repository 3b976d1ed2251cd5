/// Text padded to columns, like `%5d` and `%-20s` of printf(3).
enum Columns {
    /// `text` right-aligned in `width` columns; longer text isn't truncated.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - self.width(of: text))) + text
    }

    /// `number` right-aligned in `width` columns.
    static func right(_ number: Int64, _ width: Int) -> String { right(String(number), width) }

    /// `text` padded with spaces to `width` columns.
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - self.width(of: text)))
    }

    /// The text in lines of at most `room` characters, broken at spaces; a longer word stays whole, so that it can be copied.
    ///
    /// - Parameter hanging: the spaces before each line but the first.
    static func folded(_ text: String, _ room: Int, hanging: Int = 0) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.count + 1 + word.count > room {
                lines.append(line)
                line = String(repeating: " ", count: hanging) + word
            } else {
                line += line.isEmpty ? String(word) : " \(word)"
            }
        }
        return lines + [line]
    }

    /// As many whole characters from the start as fit into `width` columns.
    static func prefix(_ text: String, _ width: Int) -> String {
        var (cut, left) = ("", width)
        for character in text {
            left -= self.width(of: String(character))
            if left < 0 { break }
            cut.append(character)
        }
        return cut
    }

    /// The columns that a terminal takes for the text, whatever its locale.
    static func width(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width(of: $1) } }

    /// The columns of a character: two for those of East Asia and pictures, none for what combines.
    static func width(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // The vowels and finals of Hangul join the letter before them.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        // Two regional indicators are a flag of two columns.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks of East Asian scripts whose characters take two columns (Unicode Standard Annex #11: W and F).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
