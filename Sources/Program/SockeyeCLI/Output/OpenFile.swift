internal import SockeyeIO

/// The regular files that others write to as well, through a descriptor that this program was started with: `/dev/stdout` in
/// `sockeye -o /dev/stdout URL >> log`, or `log` itself.
///
/// Opened by its name, such a file would be written from its start, over what the others wrote; replaced, it would lose that.
enum OpenFile {
    /// The stream to write to for a regular file; `nil` if it is a file like any other.
    static func stream(of name: String, _ facts: FileFacts, on machine: any Machine) -> StandardStream? {
        guard facts.kind == .regular else { return nil }
        // What standard input reads may be replaced: it goes on with the old file.
        return stream(in: name)
            ?? [.output, .error].first { (try? machine.file(of: $0).facts())?.identity == facts.identity }
    }

    /// A separate descriptor for the file `name`, if it is one of these.
    static func duplicate(of name: String, on machine: any Machine) throws(OutputError) -> (any MachineFile)? {
        guard let facts = machine.knownFacts(of: name), let stream = stream(of: name, facts, on: machine) else {
            return nil
        }
        do throws(FileError) {
            return try machine.file(of: stream).duplicate()
        } catch {
            throw OutputError(error, name)
        }
    }

    /// Writes the bytes to the file `name` if it is one of these; false if it isn't.
    static func append(_ bytes: [UInt8], to name: String, on machine: any Machine) throws(OutputError) -> Bool {
        guard try duplicate(of: name, on: machine) != nil else { return false }
        var output = FileOutput.file(name, on: machine)
        try output.write(bytes)
        try output.complete()
        return true
    }

    /// The stream of the number in the name of a descriptor.
    private static func stream(in name: String) -> StandardStream? {
        switch name {
        case "/dev/stdin": return .input
        case "/dev/stdout": return .output
        case "/dev/stderr": return .error
        default:
            let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: name.hasPrefix)
            return folder.flatMap { Int32(name.dropFirst($0.utf8.count)) }.map(StandardStream.init)
        }
    }
}

extension Machine {
    /// Whether `name` is a device or a pipe, which is written to itself, or a file that is open as standard output or such.
    func isSpecial(_ name: String) -> Bool {
        guard let facts = knownFacts(of: name) else { return false }
        return facts.kind == .other || OpenFile.stream(of: name, facts, on: self) != nil
    }

    /// Whether it is a pipe.
    func isPipe(_ name: String) -> Bool { knownFacts(of: name)?.isPipe ?? false }

    /// The facts of a file; `nil` if there is none, or if the system can't tell.
    func knownFacts(of path: String, followingLinks: Bool = true) -> FileFacts? {
        (try? facts(of: path, followingLinks: followingLinks)) ?? nil
    }
}
