/// Why a path could not be parsed, or not be used for what it was meant for.
public struct PathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected, or what is in the way.
    public var message: String
    /// The position of the error in bytes of the path, from 0.
    public var offset: Int
    /// The path.
    public var path: String
    /// What the path was meant for, if it could be read.
    var purpose: Purpose?

    enum Purpose: String {
        case set, stream
    }

    /// Makes an error from its parts.
    package init(message: String, offset: Int, path: String) {
        self.message = message
        self.offset = offset
        self.path = path
    }

    /// For example `cannot read the path "a[": expected a number (at offset 2)`.
    public var description: String {
        guard let purpose else { return "cannot read the path \"\(path)\": \(message) (at offset \(offset))" }
        return "cannot \(purpose) the path \"\(path)\": \(message) (at offset \(offset))"
    }
}

/// Parses the parts of a path.
struct PathReader {
    private let path: String
    private let bytes: [UInt8]
    private(set) var index = 0

    init(_ path: String) {
        self.path = path
        bytes = Array(path.utf8)
    }

    var isAtEnd: Bool { index == bytes.count }

    func isNext(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    mutating func skip(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        index += text.utf8.count
        return true
    }

    /// A name: everything up to a character with a meaning in paths.
    mutating func name(endingAt ends: String = "/[]@=") throws(PathError) -> String {
        let start = index
        while index < bytes.count, !ends.utf8.contains(bytes[index]) { index += 1 }
        if index == start { throw error("expected a name") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    mutating func number() -> Int? {
        let start = index
        while index < bytes.count, ByteWindow.isDigit(bytes[index]) { index += 1 }
        guard index > start, let number = Int(String(decoding: bytes[start..<index], as: UTF8.self)) else {
            index = start
            return nil
        }
        return number
    }

    /// Text in single or double quotation marks.
    mutating func quoted() throws(PathError) -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") else {
            throw error("expected a quotation mark")
        }
        let start = index + 1
        guard let end = bytes[start...].firstIndex(of: bytes[index]) else {
            throw error("expected the closing quotation mark")
        }
        index = end + 1
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    func error(_ message: String) -> PathError { PathError(message: message, offset: index, path: path) }
}
