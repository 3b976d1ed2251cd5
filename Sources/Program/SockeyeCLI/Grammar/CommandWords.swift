/// Splits a command line into words as a POSIX shell does, without its expansions: spaces separate, quotes and backslashes
/// keep.
enum CommandWords {
    static func split(_ text: String) throws(OptionFault) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (quote, character) {
            case ("'", "'"), ("\"", "\""): quote = nil
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (nil, "\\"), ("\"", "\\"):
                guard let next = rest.popFirst() else { throw .invalid("nothing follows the last backslash") }
                // POSIX XCU 2.2.3: within double quotes a backslash keeps its meaning only before these.
                word = (word ?? "") + (quote == nil || "\"\\$`".contains(next) ? "" : "\\") + String(next)
            case (nil, " "), (nil, "\t"), (nil, "\n"):
                if let done = word { words.append(done) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let quote { throw .invalid("a quote (\(quote)) is not closed") }
        if let word { words.append(word) }
        if words.isEmpty { throw .invalid("there is no command") }
        if text.utf8.contains(0) { throw .invalid("there is a NUL in it") }
        return words
    }
}
