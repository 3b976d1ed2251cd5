internal import Sockeye
internal import SockeyeIO

/// A pipe among the files that OpenSSL reads by their names, for whose writer it would wait without end: it is read here, within the
/// time of `-m`, into memory.
enum TrustPipe {
    /// The name of what the pipe has; any other path as it is.
    static func read(_ path: String?, on machine: any Machine, until deadline: Deadline) throws -> String? {
        guard let path, machine.isPipe(path), machine.isTaken("/proc/self/fd") else { return path }
        let bytes = try machine.read(path, .own, until: deadline)
        do throws(FileError) {
            return try machine.hold(bytes)
        } catch {
            throw TransferFailure(.outOfMemory, "cannot hold what \(path) has: \(error.reason)")
        }
    }
}

extension TransferSettings {
    /// Reads the pipes among the files of certificates and keys.
    mutating func readTrustPipes(on machine: any Machine) throws {
        let end = deadline
        try trust.readPipes(on: machine, until: end)
        try proxy.trust.readPipes(on: machine, until: end)
    }
}

extension TrustSettings {
    fileprivate mutating func readPipes(on machine: any Machine, until end: Deadline) throws {
        certificateAuthorityFile = try TrustPipe.read(certificateAuthorityFile, on: machine, until: end)
        certificateFile = try TrustPipe.read(certificateFile, on: machine, until: end)
        keyFile = try TrustPipe.read(keyFile, on: machine, until: end)
        tls.revocationListFile = try TrustPipe.read(tls.revocationListFile, on: machine, until: end)
    }
}
