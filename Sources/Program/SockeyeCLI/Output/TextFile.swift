internal import SockeyeIO

/// A file that the program's own text is written to as it comes: a trace, messages. Closed with the last reference.
struct TextFile: Sendable {
    let file: any MachineFile

    /// Opens the file, and empties it; one that is open as standard output or such is written after what it has.
    ///
    /// - Parameters:
    ///   - isSecret: whether another user's file is refused.
    ///   - appends: whether every file is written after what it has.
    ///   - deadline: by when a pipe must have a reader; it doesn't block then. `nil` waits as the system does.
    init(
        _ path: String, on machine: any Machine, isSecret: Bool, appends: Bool = false, until deadline: Deadline?
    ) throws(OutputError) {
        if let own = try OpenFile.duplicate(of: path, on: machine) {
            file = own
            return
        }
        // Checked before opening, too: opening another user's pipe could block.
        if isSecret, let fault = SecretPlace.fault(of: path) { throw .unusable("\(path) \(fault)") }
        do throws(FileError) {
            file = try machine.open(
                path, appends ? [.writing, .creating, .appending] : [.writing, .creating], until: deadline)
        } catch {
            throw error.isTimeout ? .timedOut(path: path) : OutputError(error, path)
        }
        if isSecret, let fault = SecretPlace.fault(of: file) { throw .unusable("\(path) \(fault)") }
        // A pipe has no length.
        if !appends { try? file.truncate(to: 0) }
    }

    /// Writes all of the bytes. Returns why that failed, if it did.
    ///
    /// - Parameter deadline: by when the reader of a pipe must have taken them; `nil` for a moment.
    func write(_ bytes: [UInt8], until deadline: Deadline?) -> String? {
        do throws(FileError) {
            try file.append(bytes, until: deadline ?? .after(Terminal.patience))
            return nil
        } catch {
            return error.reason
        }
    }
}
