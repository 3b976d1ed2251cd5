internal import SockeyeIO

/// Where a path leads, link by link: the owner of each link on the way decides which file is written.
struct TargetPath {
    /// As many links in a row as Linux follows (path_resolution(7)).
    private static let mostLinks = 40

    /// Every folder on the way to the file, and the file itself if it is there.
    let identities: [FileFacts.Identity]
    /// Its folder, without links.
    let folder: String
    /// Which folder that is; `nil` if it isn't there.
    let folderIdentity: FileFacts.Identity?
    /// Its name there.
    let name: String

    /// Follows the links of `path`.
    ///
    /// - Throws: `.invalid` unless it is absolute, if one of them belongs neither to root nor to this user, or if they lead in a circle.
    init(_ path: String) throws(BackgroundError) {
        guard path.utf8.first == UInt8(ascii: "/") else { throw .invalid("\"\(path)\" is not an absolute path") }
        // The next part comes last.
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
            let facts = try BackgroundError.wrapping { () throws(FileError) in
                try FileFacts(of: here, followingLinks: false)
            }
            guard let facts, facts.kind == .link else {
                place.append((part, facts?.identity))
                continue
            }
            if facts.isLinkOfAnother {
                throw .invalid(
                    "\"\(path)\" leads through \(here), a link of another user; name the file that it leads to")
            }
            links += 1
            guard links <= Self.mostLinks else { throw .invalid("\"\(path)\" leads through links in a circle") }
            let target = try BackgroundError.wrapping { () throws(FileError) in try FileNames.linkTarget(here) }
            if target.utf8.first == UInt8(ascii: "/") { place = [] }
            left += target.split(separator: "/").map(String.init).reversed()
        }
        identities = place.compactMap(\.identity)
        guard let last = place.popLast() else { throw .invalid("\"\(path)\" is not the path of a file") }
        name = last.name
        folder = place.isEmpty ? "/" : place.map { "/" + $0.name }.joined()
        folderIdentity =
            if let parent = place.last { parent.identity } else {
                try BackgroundError.wrapping { () throws(FileError) in try FileFacts(of: "/") }?.identity
            }
    }
}

extension BackgroundFolder {
    /// Refuses a job whose file is in the folder, under any name: what a server sends would be taken for the queue's own words,
    /// and those say what is fetched with which credentials. Asked when a job is added, and again when it runs, since links may
    /// have come in between.
    ///
    /// - Returns: where the path leads.
    @discardableResult
    func check(target path: String) throws(BackgroundError) -> TargetPath {
        let target = try TargetPath(path)
        // By device and number: a name may be a hard link, and a folder mounted twice.
        for name in [self.path, journal.path, status, socket, log, lock] {
            let facts = try BackgroundError.wrapping { () throws(FileError) in
                try FileFacts(of: name, followingLinks: false)
            }
            guard let facts, target.identities.contains(facts.identity) else { continue }
            throw .invalid("\"\(path)\" is in the queue's own folder")
        }
        return target
    }
}
