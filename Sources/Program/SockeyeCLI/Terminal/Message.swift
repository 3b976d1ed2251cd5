/// Messages on standard error: curl's format with the name that the program is called by.
enum Message {
    /// `sockeye: (6) Could not resolve host`: a failed transfer.
    static func failure(_ code: ExitCode, _ text: String, as surface: CommandSurface) -> String {
        plain("(\(code.rawValue)) \(text)", as: surface)
    }

    /// `sockeye: text`: a failure before any transfer.
    static func plain(_ text: String, as surface: CommandSurface) -> String {
        "\(surface.name): \(TerminalText.escaped(text))\n"
    }

    /// The line after a command-line error.
    static func helpHint(as surface: CommandSurface) -> String {
        let manual = surface == .curl ? " or 'curl --manual'" : ""
        return "\(surface.name): try '\(surface.name) --help'\(manual) for more information\n"
    }

    /// `Warning: text`, wrapped at spaces to `width` columns, with the prefix on every line as in curl.
    static func warning(_ text: String, width: Int = 79, as surface: CommandSurface = .sockeye) -> String {
        let prefix = "Warning: "
        let room = max(20, width - prefix.utf8.count)
        if surface == .curl { return wrapped(TerminalText.escaped(text), prefix, room) }
        return Columns.folded(TerminalText.escaped(text), room).map { "\(prefix)\($0)\n" }.joined()
    }

    /// In lines of so many octets, each with the blank that ends it, as curl has them.
    private static func wrapped(_ text: String, _ prefix: String, _ room: Int) -> String {
        var rest = Array(text.utf8)[...]
        var lines = ""
        while rest.count > room {
            let line = rest.prefix(room)
            let end = line.dropFirst().lastIndex(of: UInt8(ascii: " ")) ?? line.endIndex - 1
            lines += "\(prefix)\(String(decoding: rest[...end], as: UTF8.self))\n"
            rest = rest[(end + 1)...]
        }
        return rest.isEmpty ? lines : "\(lines)\(prefix)\(String(decoding: rest, as: UTF8.self))\n"
    }
}
