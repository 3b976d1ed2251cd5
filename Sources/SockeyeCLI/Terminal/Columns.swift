/// Text set in columns, as C's `printf` does with `%5d` and `%-20s`.
enum Columns {
    /// `text` moved right in a field of `width` characters; longer text is left whole.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.utf8.count)) + text
    }

    /// `number` moved right in a field of `width` characters.
    static func right(_ number: Int64, _ width: Int) -> String {
        right(String(number), width)
    }

    /// `text` followed by blanks up to `width` characters.
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    /// `number`, which is not negative, with noughts before it up to `width` digits.
    static func zeroPadded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
