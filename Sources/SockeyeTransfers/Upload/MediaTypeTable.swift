internal import SockeyeIO
internal import Synchronization

/// Media types by the endings of names: the system's table, else a small one.
package enum MediaTypeTable {
    /// What nothing is known of (RFC 2046 section 4.5.1).
    package static let unknown = "application/octet-stream"

    private static let systemTable = "/etc/mime.types"
    /// A table beyond this is none.
    private static let mostBytes = 4 * 1024 * 1024

    /// The system's table, read when first asked for (endings in small letters).
    private static let system: [String: String] = {
        guard let file = try? File(systemTable, .reading), let size = try? file.facts().size, size <= mostBytes,
            let bytes = try? file.read(Int(size), at: 0)
        else { return [:] }
        return parse(String(decoding: bytes, as: UTF8.self))
    }()

    /// The type for a file of that name; `nil` when its ending is not known.
    package static func type(forName name: String) -> String? {
        guard let ending = ending(of: name) else { return nil }
        return system[ending] ?? builtIn(ending)
    }

    /// What the small table alone says, which is curl's.
    package static func builtInType(forName name: String) -> String? {
        ending(of: name).flatMap(builtIn)
    }

    private static func ending(of name: String) -> String? {
        let last = name.split(separator: "/").last ?? ""
        guard let dot = last.lastIndex(of: ".") else { return nil }
        return last[last.index(after: dot)...].lowercased()
    }

    private static func builtIn(_ ending: String) -> String? {
        switch ending {
        case "gif", "png": "image/" + ending
        case "jpg", "jpeg": "image/jpeg"
        case "svg": "image/svg+xml"
        case "txt": "text/plain"
        case "htm", "html": "text/html"
        case "pdf", "xml": "application/" + ending
        default: nil
        }
    }

    /// Lines of a type and its endings; `#` begins a comment.
    package static func parse(_ text: String) -> [String: String] {
        var table: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let type = words.first, type.contains("/") else { continue }
            // As for Apache, the first line that has an ending counts.
            for ending in words.dropFirst() where table[ending.lowercased()] == nil {
                table[ending.lowercased()] = String(type)
            }
        }
        return table
    }
}
