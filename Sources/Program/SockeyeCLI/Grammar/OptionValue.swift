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

    /// The bytes of the file `path`, or of standard input for `-`.
    func contents(of path: String) throws(OptionFault) -> [UInt8] {
        do {
            return try readFile(path)
        } catch {
            throw .unreadable(error)
        }
    }
}
