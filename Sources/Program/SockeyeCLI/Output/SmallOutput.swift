internal import SockeyeIO

/// A small file that is written whole: cookies, hosts, a tag, a transcript.
enum SmallOutput {
    /// Replaces the file, or writes to it if it is a pipe, a device, or open as standard output or such.
    ///
    /// - Parameters:
    ///   - mode: the permissions of the new file.
    ///   - deadline: by when the reader of a pipe must have taken the bytes.
    ///   - purpose: the words before the file's name, if the system refuses it.
    static func replace(
        _ path: String, with bytes: [UInt8], on machine: any Machine, mode: UInt32, until deadline: Deadline,
        purpose: String
    ) throws {
        if try OpenFile.append(bytes, to: path, on: machine) { return }
        do throws(IOError) {
            try machine.replace(path, with: bytes, mode: mode, until: deadline)
        } catch {
            if error.isTimeOut { throw OutputError.timedOut(path: path) }
            throw TransferFailure(.writeError, "\(purpose) \(path): \(error)")
        }
    }
}
