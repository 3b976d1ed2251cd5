internal import SockeyeIO
internal import SockeyeTransfers

/// A file that replaces a server's response, read piece by piece.
struct ReplacementFile {
    private let file: File
    /// The file's size when it was opened.
    let size: Int64
    private var left: Int64

    private static let pieceBytes = 64 * 1024

    /// Opens a regular file.
    init(_ path: String) throws(InspectedRequest.Refusal) {
        do throws(FileError) {
            // Opening a pipe doesn't wait for its writer.
            file = try File(path, [.reading, .withoutWaiting])
            let facts = try file.facts()
            guard facts.kind == .regular else { throw FileError(call: "open", path: path, errorNumber: 0) }
            size = facts.size
        } catch {
            let reason = error.errorNumber == 0 ? "it isn't a regular file" : IOError.message(for: error.errorNumber)
            throw InspectedRequest.Refusal(status: 500, reason: "cannot read the file for this URL: \(reason)")
        }
        left = size
    }

    /// Derived from the file's name. Text is taken for UTF-8, which browsers wouldn't do by themselves.
    static func mediaType(of path: String) -> String {
        let type = MediaTypeTable.type(forName: path) ?? MediaTypeTable.unknown
        return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
    }

    /// Whether the announced size has been read.
    var isWhole: Bool { left == 0 }

    /// The next piece; `nil` at the end.
    mutating func next(atMost most: Int) throws(FileError) -> [UInt8]? {
        let bytes = try file.read(min(max(1, most), Self.pieceBytes, Int(clamping: left)), at: size - left)
        left -= Int64(bytes.count)
        return bytes.isEmpty ? nil : bytes
    }
}
