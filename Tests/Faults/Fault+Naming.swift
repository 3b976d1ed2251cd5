import FaultSupport
import Glibc

extension Fault {
    /// Whether the error's text names the call, or what only this fault means.
    func isNamed(in error: String) -> Bool {
        guard let errorNumber else { return false }
        return words(for: errorNumber).contains { $0.isEmpty || error.contains($0) }
    }

    private func words(for errorNumber: Int32) -> [String] {
        var words = [call.description] + (Self.otherNames[call.description] ?? [])
        // Some errors have a meaning, which the message gives instead of the call's name.
        switch (call.description, errorNumber) {
        case (_, EEXIST): words += ["already exists", "is in the way"]
        case ("flock", EWOULDBLOCK): words += ["is being written by another", "is being uploaded by another"]
        case (_, ENOSPC), (_, EDQUOT): words.append("has room for")
        case ("stat", ENOENT): words += ["changed while it was sent", "was replaced by another file", "No such file"]
        // OpenSSL does not always tell that memory was short: any refusal will do, no success.
        case ("allocate_tls", _): words.append("")
        // The name leads to another file than the open one: to none.
        case ("lstat", ENOENT): words.append("was replaced by another file")
        default: break
        }
        return words
    }

    /// What messages call it, where that isn't the C function's name.
    private static let otherNames = [
        "pread": ["read"], "pwrite": ["write"], "splice_in": ["splice"], "splice_out": ["splice", "write"],
        "renameat2": ["rename"], "linkat": ["link"], "lstat": ["stat"], "getsockopt": ["connect"],
        "getaddrinfo": ["could not resolve", "could not bind"], "allocate": ["memory"],
        "allocate_tls": ["memory", "malloc failure"],
        "allocate_inflate": ["memory"],
    ]
}
