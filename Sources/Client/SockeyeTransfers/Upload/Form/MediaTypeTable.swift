internal import CMediaTypes
internal import SockeyeIO

/// Media types by file extension: the system's table (`/etc/mime.types`), else a built-in one of a thousand extensions.
package enum MediaTypeTable {
    /// The type of a file of unknown kind (RFC 2046 section 4.5.1).
    package static let unknown = "application/octet-stream"

    private static let systemTable = "/etc/mime.types"
    /// A larger table is ignored.
    private static let byteLimit = 4 * 1024 * 1024

    /// The system's table by lowercase extension, read on first use.
    private static let system: [String: String] = {
        guard let file = try? File(systemTable, .reading), let size = try? file.facts().size, size <= byteLimit,
            let bytes = try? file.read(Int(size), at: 0)
        else { return [:] }
        return parse(String(decoding: bytes, as: UTF8.self))
    }()

    /// The built-in table, parsed on first use.
    static let known: [String: String] = {
        var length = 0
        // SAFETY: the text has this length, lives as long as the program and is copied at once.
        let bytes = UnsafeBufferPointer(start: sockeye_media_types(&length), count: length)
        return parse(String(decoding: bytes, as: UTF8.self))
    }()

    /// The type of a file by its name; `nil` if its extension is unknown.
    package static func type(forName name: String) -> String? {
        guard let ending = ending(of: name) else { return nil }
        return system[ending] ?? known[ending]
    }

    private static func ending(of name: String) -> String? {
        let last = name.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: ".") else { return nil }
        return last[last.index(after: dot)...].lowercased()
    }

    /// Parses lines of a type and its extensions; `#` begins a comment.
    static func parse(_ text: String) -> [String: String] {
        var table: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let type = words.first, type.contains("/") else { continue }
            // As in Apache, the first line with an extension wins.
            for ending in words.dropFirst() where table[ending.lowercased()] == nil {
                table[ending.lowercased()] = String(type)
            }
        }
        return table
    }
}
