internal import Glibc
internal import SockeyeIO

/// The regular files that others write to as well, through a descriptor that this program was started with: `/dev/stdout` in
/// `sockeye -o /dev/stdout URL >> log`, or `log` itself.
///
/// Opened by its name, such a file would be written from its start, over what the others wrote; replaced, it would lose that.
enum OpenFile {
    /// The descriptor to write to for the file `name`; `nil` if it is a file like any other, or none.
    static func descriptor(of name: String) -> Int32? {
        guard let facts = (try? FileFacts(of: name)) ?? nil else { return nil }
        return descriptor(of: name, facts)
    }

    /// The same with what is known of the file.
    static func descriptor(of name: String, _ facts: FileFacts) -> Int32? {
        guard facts.kind == .regular else { return nil }
        // What standard input reads may be replaced: it goes on with the old file.
        return number(in: name) ?? [STDOUT_FILENO, STDERR_FILENO].first { isOpen(facts.identity, as: $0) }
    }

    private static func isOpen(_ identity: FileFacts.Identity, as number: Int32) -> Bool {
        var facts = stat()
        return fstat(number, &facts) == 0 && UInt64(facts.st_dev) == identity.device
            && UInt64(facts.st_ino) == identity.inode
    }

    /// Writes the bytes to the file `name` if it is one of these; false if it isn't.
    static func append(_ bytes: [UInt8], to name: String) throws(OutputError) -> Bool {
        if descriptor(of: name) == nil { return false }
        var output = FileOutput.file(name)
        try output.write(bytes)
        try output.complete()
        return true
    }

    /// A descriptor of its own for the file `name`, if it is one of these. Calls `fcntl(2)`.
    static func duplicate(of name: String) -> Int32? {
        descriptor(of: name).map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
    }

    /// The number in the name of a descriptor.
    private static func number(in name: String) -> Int32? {
        switch name {
        case "/dev/stdin": return STDIN_FILENO
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: name.hasPrefix)
            return folder.flatMap { Int32(name.dropFirst($0.utf8.count)) }
        }
    }
}
