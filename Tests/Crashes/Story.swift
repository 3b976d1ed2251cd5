import FaultSupport
import Sockeye

/// Something that writes files, and what must hold after a power cut at any point of it.
struct Story: Sendable {
    let name: String
    /// Files that stay as they are: the sources of uploads, which are known by their inode.
    var kept: Set<String> = []
    /// What is there before, and how the servers behave.
    let prepare: @Sendable (Stage) async throws -> Void
    /// What is recorded.
    let play: @Sendable (Stage) async throws -> Void
    /// Goes on from a state; returns what is wrong, `nil` if nothing is. `marks` are the promises made before the cut.
    let resume: @Sendable (Stage, _ marks: Set<Int>) async throws -> String?

    static let all = downloads + batches + sendings + stores
}

extension Stage {
    /// The folder as a power cut left it: another boot, the same files.
    func restore(_ image: DiskImage, keeping kept: Set<String>) {
        let named = image.named
        for name in folder.names where !kept.contains(name) { folder.remove(name) }
        for (name, bytes) in named where !kept.contains(name) {
            folder.write(name, name.hasSuffix(".sockeye") ? rebooted(bytes, of: name) : bytes)
        }
    }
}
