/// The argument of an option, as bytes: it need not be UTF-8, and posted data must stay unchanged.
struct OptionValue: Sendable {
    /// The argument.
    let bytes: [UInt8]
    /// Reads a file named in it.
    let readFile: FileReader

    /// The argument as text.
    func text() throws(OptionFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid("its argument is not UTF-8") }
        return text
    }

    /// The same, if there is any.
    func nonEmpty(_ what: String) throws(OptionFault) -> String {
        if bytes.isEmpty { throw .empty(what) }
        return try text()
    }

    /// The same for the name of a file.
    func nameOfFile() throws(OptionFault) -> String { try nonEmpty("file name") }

    /// The file that it names after an `@`; `nil` without one.
    func fileName() throws(OptionFault) -> String? {
        bytes.first == UInt8(ascii: "@") ? String(try text().dropFirst()) : nil
    }

    /// One of a few words.
    func word<Word: RawRepresentable & CaseIterable>() throws(OptionFault) -> Word where Word.RawValue == String {
        if let word = Word(rawValue: try text()) { return word }
        let words = Word.allCases.map(\.rawValue)
        throw .invalid("expected \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")")
    }

    /// The bytes of the file `path`, or of standard input for `-`.
    func contents(of path: String) throws(OptionFault) -> [UInt8] {
        do {
            return try readFile(path)
        } catch {
            throw .unreadable(error)
        }
    }
}
