import SockeyeIO

// snippet.reader
/// Reads one answer after the other from a socket; each must have a Content-Length.
struct AnswerReader {
    struct Cut: Error {}
    struct Malformed: Error {}

    private let socket: Socket
    private var waiting: [UInt8] = []

    init(_ socket: Socket) {
        self.socket = socket
    }

    /// The next answer: its status line and body.
    mutating func next() async throws -> (statusLine: String, body: [UInt8]) {
        while headEnd == nil { try await receiveMore() }
        let head = String(decoding: waiting[..<(headEnd ?? 0)], as: UTF8.self)
        waiting.removeFirst(headEnd ?? 0)

        let lines = head.split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
        let digits = length?.dropFirst(15).drop { $0 == " " } ?? "0"
        // `Int` would take a sign too, which lesson 3 refuses.
        guard digits.allSatisfy(\.isNumber), let count = Int(digits), let first = lines.first else { throw Malformed() }
        while waiting.count < count { try await receiveMore() }
        defer { waiting.removeFirst(count) }
        return (String(first), Array(waiting[..<count]))
    }

    private mutating func receiveMore() async throws {
        let piece = try await socket.receive()
        if piece.isEmpty { throw Cut() }
        waiting += piece
    }
    // snippet.end

    /// Where the body begins, once the empty line is here.
    private var headEnd: Int? {
        let emptyLine = Array("\r\n\r\n".utf8)
        return waiting.indices.first { waiting[$0...].starts(with: emptyLine) }.map { $0 + emptyLine.count }
    }
}
