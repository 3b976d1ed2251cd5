internal import SockeyeIO

extension Machine {
    /// The folder for what is temporary: `TMPDIR`, by default `/tmp`.
    var scratchParent: String { text(ofVariable: "TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }
}

/// A folder of this user's alone, for a while.
struct ScratchFolder: Sendable {
    let path: String
    private let machine: any Machine

    /// Makes one, by default in `TMPDIR`.
    init(_ prefix: String, in parent: String? = nil, on machine: any Machine) throws(FileError) {
        path = try machine.makeScratchFolder("\(parent ?? machine.scratchParent)/\(prefix)")
        self.machine = machine
    }

    /// The same for a command that can do nothing without it.
    static func make(_ prefix: String, on machine: any Machine) throws(TransferFailure) -> ScratchFolder {
        do throws(FileError) {
            return try ScratchFolder(prefix, on: machine)
        } catch {
            throw TransferFailure(.writeError, "cannot create a temporary folder: \(error.reason)")
        }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes it with everything in it, following no link.
    ///
    /// - Parameter depth: how far folders may lie in one another.
    func remove(depth: Int = 16) { remove(path, depth: depth) }

    private func remove(_ path: String, depth: Int) {
        // This removes a link itself, and refuses a folder that has something.
        if (try? machine.remove(path)) != nil { return }
        guard depth > 0, let names = try? machine.names(in: path, limit: .max) else { return }
        for name in names { remove("\(path)/\(name)", depth: depth - 1) }
        try? machine.remove(path)
    }
}
