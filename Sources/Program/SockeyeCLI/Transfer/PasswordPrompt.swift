internal import SockeyeIO

/// A question for a password on the terminal, answered without echo (`tcsetattr(3)`), or by a line of standard input if there is
/// no terminal.
struct PasswordPrompt {
    let run: Run
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
        if first.isTerminal, !first.line.isEmpty, try read("Enter it again:").line != first.line {
            throw TransferFailure(.failedInitialization, "the passwords don't match; nothing was done")
        }
        return first.line
    }

    private func read(_ question: String) throws(TransferFailure) -> (line: OctetText, isTerminal: Bool) {
        if run.tape.isReplay {
            guard let typed = run.tape.nextAnswer(to: question) else { throw noAnswer(isTerminal: false) }
            run.terminal.printError(question + (typed.isTerminal ? "\n" : ""))
            return (typed.text, typed.isTerminal)
        }
        let file = (try? run.machine.open("/dev/tty", [.reading, .writing])) ?? run.machine.file(of: .input)
        var line: [UInt8]?
        let isTerminal = run.machine.withoutEcho(on: file, isByKey: false) {
            run.terminal.printError(question)
            line = Self.readLine(file)
        }
        // Without an answer the message has its own line.
        if isTerminal || line == nil { run.terminal.printError("\n") }
        guard let line = line ?? (endIsEmpty ? [] : nil) else { throw noAnswer(isTerminal: isTerminal) }
        if line.count > Self.longest {
            throw TransferFailure(.failedInitialization, "the password is longer than \(Self.longest) bytes")
        }
        run.tape.note(.init(question: question, text: OctetText(line), isTerminal: isTerminal))
        return (OctetText(line), isTerminal)
    }

    private func noAnswer(isTerminal: Bool) -> TransferFailure {
        let cause = isTerminal ? "" : ", and there is no terminal to ask on"
        return TransferFailure(.failedInitialization, "no password was given\(cause); \(instead)")
    }

    /// The line, at most one byte longer than a password may be; `nil` if the input ends before it.
    private static func readLine(_ file: any MachineFile) -> [UInt8]? {
        var line: [UInt8] = []
        while line.count <= longest {
            guard let byte = (try? file.readNext(1))?.first else { return line.isEmpty ? nil : line }
            if byte == 0x0A { break }
            line.append(byte)
        }
        return line
    }
}
