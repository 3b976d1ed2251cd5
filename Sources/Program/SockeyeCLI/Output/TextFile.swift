internal import Glibc
internal import SockeyeIO

/// A file that the program's own text is written to as it comes: a trace, messages. Closed with the last reference.
final class TextFile: Sendable {
    /// The descriptor.
    let number: Int32

    /// How long it sleeps between two looks for a pipe's reader, in microseconds: no call reports one.
    private static let pause: UInt32 = 20_000

    /// Opens the file, and empties it; one that is open as standard output or such is written after what it has.
    ///
    /// - Parameters:
    ///   - isSecret: whether another user's file is refused.
    ///   - appends: whether every file is written after what it has.
    ///   - deadline: by when a pipe must have a reader; it doesn't block then. `nil` waits as the system does.
    init(
        _ path: String, isSecret: Bool, appends: Bool = false, until deadline: Deadline?
    ) throws(OutputError) {
        if let own = OpenFile.duplicate(of: path) {
            number = own
            if own < 0 { throw .failed(call: "open", path: path, reason: SystemReason.current) }
            return
        }
        // Checked before opening, too: opening another user's pipe could block.
        if isSecret, let fault = SecretPlace.fault(of: path) { throw .unusable("\(path) \(fault)") }
        let mode = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (appends ? O_APPEND : 0)
        while true {
            let opened = open(path, mode | (deadline == nil ? 0 : O_NONBLOCK), 0o666)
            if opened >= 0 {
                number = opened
                break
            }
            guard errno == ENXIO, let deadline, Self.isPipe(path) else {
                throw .failed(call: "open", path: path, reason: SystemReason.current)
            }
            if deadline.hasPassed { throw .timedOut(path: path) }
            usleep(Self.pause)
        }
        if isSecret, let fault = SecretPlace.fault(of: number) { throw .unusable("\(path) \(fault)") }
        // A pipe has no length.
        if !appends { ftruncate(number, 0) }
    }

    deinit { if number > STDERR_FILENO { close(number) } }

    static func isPipe(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
    }
}
