/// The conversation before the handshake: what to send after each answer of the server.
struct StartTLSDialogue: Sendable {
    /// What to do next.
    enum Step: Sendable, Hashable {
        /// Send this, and receive on.
        case send([UInt8])
        /// Receive on.
        case receive
        /// The server is ready for the handshake.
        case startTLS
        /// It isn't: what it said.
        case refused(String)
    }

    /// The end of the answer that allows the next text, and the text; no text starts TLS.
    private struct Turn {
        /// The line that ends the answer, if it allows going on, begins so.
        var ready: String
        var send: String?
    }

    /// Longer answers are no answers.
    private static let answerLimit = 64 << 10

    private let kind: StartTLSProtocol
    private var turns: ArraySlice<Turn>
    private var line: [UInt8] = []
    private var received = 0
    /// The code of a reply of several lines that has begun: whatever comes, it lasts until a line of this code and a blank (RFC 959
    /// section 4.2).
    private var openCode: Substring?

    init(_ kind: StartTLSProtocol) {
        self.kind = kind
        let turns: [Turn] =
            switch kind {
            case .smtp:
                [
                    Turn(ready: "220 ", send: "EHLO localhost\r\n"), Turn(ready: "250 ", send: "STARTTLS\r\n"),
                    Turn(ready: "220 "),
                ]
            case .pop3: [Turn(ready: "+OK", send: "STLS\r\n"), Turn(ready: "+OK")]
            case .imap: [Turn(ready: "* OK", send: "a STARTTLS\r\n"), Turn(ready: "a OK")]
            case .ftp: [Turn(ready: "220 ", send: "AUTH TLS\r\n"), Turn(ready: "234 ")]
            case .nntp: [Turn(ready: "20", send: "STARTTLS\r\n"), Turn(ready: "382 ")]
            case .postgres: [Turn(ready: "S")]
            }
        self.turns = turns[...]
    }

    /// What is sent before the server says anything.
    var opening: [UInt8] {
        // A length of eight bytes, and the number of the request.
        kind == .postgres ? [0, 0, 0, 8, 0x04, 0xD2, 0x16, 0x2F] : []
    }

    /// Takes what was received.
    mutating func receive(_ bytes: [UInt8]) -> Step {
        received += bytes.count
        if received > Self.answerLimit { return .refused("an answer without end") }
        if kind == .postgres { return bytes == [UInt8(ascii: "S")] ? .startTLS : .refused(Self.shown(bytes)) }
        line += bytes
        while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
            let text = String(decoding: line[..<end].filter { $0 != 0x0D }, as: UTF8.self)
            line.removeFirst(end + 1)
            guard let turn = turns.first, isEnd(text) else { continue }
            guard (text + " ").uppercased().hasPrefix(turn.ready.uppercased()) else {
                return .refused(Self.shown(Array(text.utf8)))
            }
            turns.removeFirst()
            // Bytes behind it in the clear could be taken for encrypted ones.
            if !line.isEmpty { return .refused("more than it was asked for: \(Self.shown(line))") }
            return turn.send.map { .send(Array($0.utf8)) } ?? .startTLS
        }
        return .receive
    }

    /// Whether the line is the last of an answer: replies may have several, `250-…` up to `250 …`, and IMAP's untagged ones come before.
    private mutating func isEnd(_ line: String) -> Bool {
        switch kind {
        case .smtp, .ftp:
            let (code, mark) = (line.prefix(3), line.dropFirst(3).first)
            if let openCode, code != openCode || mark == "-" { return false }
            let goesOn = mark == "-" && code.count == 3 && code.allSatisfy(\.isNumber)
            openCode = goesOn ? code : nil
            return !goesOn
        case .imap: return turns.count == 2 || line.hasPrefix("a ")
        case .pop3, .nntp, .postgres: return true
        }
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        let lineEnds: [UInt8] = [0x0D, 0x0A]
        let text = bytes.prefix(200).reversed().drop(while: lineEnds.contains).reversed()
        return "'\(TerminalText.escaped(String(decoding: text, as: UTF8.self)))'"
    }
}
