internal import Glibc

/// Asks for a password on the terminal, without echo (`tcsetattr(3)`).
enum PasswordPrompt {
    /// The password; empty at end of input or if there is no terminal.
    static func ask(_ question: String) -> OctetText {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        let descriptor = terminal >= 0 ? terminal : STDIN_FILENO
        defer { if terminal >= 0 { close(terminal) } }
        var line = OctetText([])
        let isTerminal = SilentTerminal.without(Int32(ECHO), on: descriptor, discardingInput: true) {
            Terminal.printError(question)
            line = readLine(descriptor)
        }
        if isTerminal { Terminal.printError("\n") }
        return line
    }

    private static func readLine(_ descriptor: Int32) -> OctetText {
        // Longer than any password; keeps a file redirected by mistake out of memory.
        let longest = 4096
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < longest {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 || byte == 0x0A { break }
            line.append(byte)
        }
        return OctetText(line)
    }
}
