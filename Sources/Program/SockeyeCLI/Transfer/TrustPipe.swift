internal import Glibc
internal import Sockeye
internal import SockeyeIO

/// A pipe among the files that OpenSSL reads by their names, for whose writer it would wait without end: it is read here, within the
/// time of `-m`, into memory.
enum TrustPipe {
    /// The name of what the pipe has; any other path as it is.
    static func read(_ path: String?, until deadline: Deadline) throws(TransferFailure) -> String? {
        guard let path, TextFile.isPipe(path), access("/proc/self/fd", X_OK) == 0 else { return path }
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try InputFile.read(path, isNoted: false, until: deadline)
        } catch {
            throw TransferFailure(error)
        }
        let name = "/sockeye-\(UInt64.random(in: 0 ... .max))"
        let number = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        if number >= 0 { shm_unlink(name) }
        guard number >= 0, Terminal.write(bytes, to: number) else {
            throw TransferFailure(.outOfMemory, "cannot hold what \(path) has: \(SystemReason.current)")
        }
        // It stays open: each new context reads it again.
        return "/proc/self/fd/\(number)"
    }
}

extension TransferSettings {
    /// Reads the pipes among the files of certificates and keys.
    mutating func readTrustPipes() throws(TransferFailure) {
        let end = deadline
        certificateAuthorityFile = try TrustPipe.read(certificateAuthorityFile, until: end)
        proxy.certificateAuthorityFile = try TrustPipe.read(proxy.certificateAuthorityFile, until: end)
        trust.certificateFile = try TrustPipe.read(trust.certificateFile, until: end)
        trust.keyFile = try TrustPipe.read(trust.keyFile, until: end)
        trust.tls.revocationListFile = try TrustPipe.read(trust.tls.revocationListFile, until: end)
    }
}
