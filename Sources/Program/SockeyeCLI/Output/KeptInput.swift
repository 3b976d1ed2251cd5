internal import SockeyeIO

/// Long input that is read more than once without taking memory: standard input where that is a file, or a copy of what
/// came through a pipe in a file without a name.
struct KeptInput: Sendable {
    /// Longer input isn't kept in memory.
    static let longestInMemory = 1 << 20

    let file: any MachineFile
    /// Where it begins in the file.
    let start: Int64

    /// Standard input from where it is now, if it is a file of more than `bytes` bytes.
    static func standardInput(
        longerThan bytes: Int64, _ contents: FileContents, on machine: any Machine
    ) -> KeptInput? {
        let input = machine.file(of: .input, contents: contents)
        guard let facts = try? input.facts(), facts.kind == .regular, let start = input.seek(to: nil),
            facts.size - start > bytes, let copy = try? input.duplicate()
        else { return nil }
        return KeptInput(file: copy, start: start)
    }

    /// What `reader` has read and still reads, in a file of `TMPDIR` that loses its name at once; `nil` with nothing more read if
    /// none can be made.
    static func copy(
        of beginning: [UInt8], _ reader: inout InputReader, _ path: String, on machine: any Machine
    ) throws(InputError) -> KeptInput? {
        let parent = machine.scratchParent
        let name = "\(parent)/sockeye-list-\(String(machine.random(), radix: 36))"
        guard
            let file = try? machine.open(
                name, [.reading, .writing, .creating, .exclusively], permissions: 0o600, contents: .own, until: nil)
        else { return nil }
        try? machine.remove(name)
        var piece: [UInt8]? = beginning
        while let bytes = piece {
            do throws(FileError) {
                try file.append(bytes)
            } catch {
                throw InputError(path: path, reason: "it cannot be kept in \(parent) (TMPDIR): \(error.reason)")
            }
            piece = try reader.next()
        }
        return KeptInput(file: file, start: 0)
    }
}
