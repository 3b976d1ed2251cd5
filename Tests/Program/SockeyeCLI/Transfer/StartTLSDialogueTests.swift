import Testing

@testable import SockeyeCLI

@Suite struct StartTLSDialogueTests {
    /// A protocol, what the server says, and what comes of it: the texts that are sent, and the last step.
    @Test(
        arguments: [
            (
                .smtp, "220 hi\r\n|250-mail\r\n250-SIZE 1\r\n250 STARTTLS\r\n|220 go\r\n",
                ["EHLO localhost", "STARTTLS"], nil
            ),
            (.smtp, "220-hi\r\n220 there\r\n|250 mail\r\n|454 no\r\n", ["EHLO localhost", "STARTTLS"], "'454 no'"),
            (.smtp, "554 busy\r\n", [], "'554 busy'"), (.smtp, "hello\r\n", [], "'hello'"),
            (
                .smtp, "220 hi\r\n|250 mail\r\n|220 go\r\nEHLO x\r\n", ["EHLO localhost", "STARTTLS"],
                "more than it was asked for: 'EHLO x'"
            ),
            (.pop3, "+OK hi\r\n|+OK\r\n", ["STLS"], nil), (.pop3, "+OK hi\r\n|-ERR no\r\n", ["STLS"], "'-ERR no'"),
            (.imap, "* OK hi\r\n|* CAPABILITY X\r\na OK go\r\n", ["a STARTTLS"], nil),
            (.imap, "* OK hi\r\n|a BAD what\r\n", ["a STARTTLS"], "'a BAD what'"), (.imap, "* BYE\r\n", [], "'* BYE'"),
            (.ftp, "220-Welcome\r\n    Local time\r\n221 not yet\r\n220 ready\r\n|234\r\n", ["AUTH TLS"], nil),
            (.smtp, "220\r\n|250\r\n|220\r\n", ["EHLO localhost", "STARTTLS"], nil),
            (.ftp, "220 hi\r\n|234 go\r\n", ["AUTH TLS"], nil),
            (.ftp, "220 hi\r\n|500 no\r\n", ["AUTH TLS"], "'500 no'"),
            (.nntp, "200 hi\r\n|382 go\r\n", ["STARTTLS"], nil),
            (.nntp, "201 hi\r\n|580 no\r\n", ["STARTTLS"], "'580 no'"),
            (.postgres, "S", [], nil), (.postgres, "N", [], "'N'"), (.postgres, "SX", [], "'SX'"),
        ] as [(StartTLSProtocol, String, [String], String?)])
    func dialogues(kind: StartTLSProtocol, answers: String, sent: [String], refusal: String?) {
        for size in [1, 3, 1000] {
            var dialogue = StartTLSDialogue(kind)
            #expect(dialogue.opening.isEmpty == (kind != .postgres))
            var said: [String] = []
            var last = StartTLSDialogue.Step.receive
            // What the server says in one go may come in pieces, but a text behind the last answer only with it.
            for answer in answers.split(separator: "|") {
                let bytes = Array(answer.utf8)
                let width = refusal?.hasPrefix("more") == true || kind == .postgres ? bytes.count : size
                for start in stride(from: 0, to: bytes.count, by: width) {
                    last = dialogue.receive(Array(bytes[start..<min(bytes.count, start + width)]))
                    if case .send(let text) = last { said.append(String(decoding: text, as: UTF8.self)) }
                }
            }
            #expect(said == sent.map { $0 + "\r\n" })
            #expect(last == (refusal.map { .refused($0) } ?? .startTLS), "\(size)")
        }
    }

    @Test func anAnswerWithoutEnd() {
        var dialogue = StartTLSDialogue(.smtp)
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 40_000)
        #expect(dialogue.receive(line) == .receive)
        #expect(dialogue.receive(line) == .refused("an answer without end"))
    }
}
