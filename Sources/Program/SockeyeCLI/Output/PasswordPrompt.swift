internal import Glibc

/// A question for a password on the terminal, answered without echo (`tcsetattr(3)`), or by a line of standard input if there is
/// no terminal.
struct PasswordPrompt {
    let question: String
    /// What gives the password without a question, for the message if there is no answer.
    let instead: String
    /// Whether the end of the input is an empty password.
    var endIsEmpty = false

    /// Longer than any password; keeps a file redirected by mistake out of memory.
    private static let longest = 4096

    /// The answer; an empty line is an empty password.
    func ask() throws(TransferFailure) -> OctetText { try read(question).line }

    /// The answer, given twice on a terminal: what is typed unseen may be mistyped, and nothing would tell.
    func askTwice() throws(TransferFailure) -> OctetText {
        let first = try read(question)
        if first.isTerminal, !first.line.isEmpty, try read("The same again:").line != first.line {
            throw TransferFailure(.failedInitialization, "the two differ; nothing was done")
        }
        return first.line
    }

    private func read(_ question: String) throws(TransferFailure) -> (line: OctetText, isTerminal: Bool) {
        if RunTape.replay != nil {
            guard let typed = RunAnswers.next(to: question) else { throw noAnswer(isTerminal: false) }
            Terminal.printError(question + (typed.isTerminal ? "\n" : ""))
            return (typed.answer, typed.isTerminal)
        }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        let descriptor = terminal >= 0 ? terminal : STDIN_FILENO
        defer { if terminal >= 0 { close(terminal) } }
        var line: [UInt8]?
        let isTerminal = SilentTerminal.without(Int32(ECHO), on: descriptor, discardingInput: true) {
            Terminal.printError(question)
            line = Self.readLine(descriptor)
        }
        // Without an answer the message has a line of its own.
        if isTerminal || line == nil { Terminal.printError("\n") }
        guard let line = line ?? (endIsEmpty ? [] : nil) else { throw noAnswer(isTerminal: isTerminal) }
        if line.count > Self.longest {
            throw TransferFailure(.failedInitialization, "the password is longer than \(Self.longest) bytes")
        }
        RunAnswers.keep(.init(question: question, answer: OctetText(line), isTerminal: isTerminal))
        return (OctetText(line), isTerminal)
    }

    private func noAnswer(isTerminal: Bool) -> TransferFailure {
        let cause = isTerminal ? "" : ", and there is no terminal to ask on"
        return TransferFailure(.failedInitialization, "no password was given\(cause); \(instead)")
    }

    /// The line, at most one byte longer than a password may be; `nil` if the input ends before it.
    private static func readLine(_ descriptor: Int32) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= longest {
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return line.isEmpty ? nil : line }
            if byte == 0x0A { break }
            line.append(byte)
        }
        return line
    }
}
