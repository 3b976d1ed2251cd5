internal import SockeyeIO

/// A path resolved link by link, because the owner of each link decides which file is written.
struct TargetPath {
    /// Linux's limit (path_resolution(7)).
    private static let linkLimit = 40

    /// The identities of every folder on the path, and of the file if it exists.
    let identities: [FileFacts.Identity]
    /// The file's folder, without links.
    let folder: String
    /// The folder's identity; `nil` if it doesn't exist.
    let folderIdentity: FileFacts.Identity?
    /// The file's name in the folder.
    let name: String

    /// Resolves `path`.
    ///
    /// - Throws: `.invalid` if it is relative, or if a link belongs neither to root nor to this user, or if the links form a loop.
    init(_ path: String) throws(BackgroundError) {
        guard path.utf8.first == UInt8(ascii: "/") else { throw .invalid("\"\(path)\" is not an absolute path") }
        // In reverse, so that the next component is popped from the end.
        var left = Array(path.split(separator: "/").map(String.init).reversed())
        var place: [(name: String, identity: FileFacts.Identity?)] = []
        var links = 0
        while let part = left.popLast() {
            if part == "." { continue }
            if part == ".." {
                _ = place.popLast()
                continue
            }
            let here = place.map { "/" + $0.name }.joined() + "/" + part
            let facts = try BackgroundError.wrapping(FileFacts(of: here, followingLinks: false))
            guard let facts, facts.kind == .link else {
                place.append((part, facts?.identity))
                continue
            }
            if facts.isLinkOfAnother {
                throw .invalid(
                    "\"\(path)\" goes through \(here), another user's link; give the path it points to")
            }
            links += 1
            guard links <= Self.linkLimit else { throw .invalid("\"\(path)\" has a loop of symbolic links") }
            let target = try BackgroundError.wrapping(FileNames.linkTarget(here))
            if target.utf8.first == UInt8(ascii: "/") { place = [] }
            left += target.split(separator: "/").map(String.init).reversed()
        }
        identities = place.compactMap(\.identity)
        guard let last = place.popLast() else { throw .invalid("\"\(path)\" is not the path of a file") }
        name = last.name
        folder = place.isEmpty ? "/" : place.map { "/" + $0.name }.joined()
        folderIdentity =
            if let parent = place.last { parent.identity } else {
                try BackgroundError.wrapping(FileFacts(of: "/"))?.identity
            }
    }
}

extension BackgroundFolder {
    /// Refuses a target inside the queue's folder, under any name: a server's bytes would become journal entries, which decide
    /// what is fetched with which credentials. Checked when a job is added and again when it runs, since links may have changed.
    ///
    /// - Returns: the resolved path.
    @discardableResult
    func check(target path: String) throws(BackgroundError) -> TargetPath {
        let target = try TargetPath(path)
        // Compared by device and inode: a name may be a hard link, and a folder may be mounted twice.
        for name in [self.path, journal.path, status, socket, log, lock] {
            let facts = try BackgroundError.wrapping(FileFacts(of: name, followingLinks: false))
            guard let facts, target.identities.contains(facts.identity) else { continue }
            throw .invalid("\"\(path)\" is in the queue's own folder")
        }
        return target
    }
}
