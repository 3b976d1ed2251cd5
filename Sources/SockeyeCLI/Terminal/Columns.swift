/// Text padded to columns, like `%5d` and `%-20s` of printf(3).
enum Columns {
    /// `text` right-aligned in `width` characters; longer text isn't truncated.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.utf8.count)) + text
    }

    /// `number` right-aligned in `width` characters.
    static func right(_ number: Int64, _ width: Int) -> String {
        right(String(number), width)
    }

    /// `text` padded with spaces to `width` characters.
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    /// A non-negative `number`, zero-padded to `width` digits.
    static func zeroPadded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
