internal import SockeyeIO

/// The place of a job's file, held open: what was checked is what is written or sent, wherever its names lead by then.
struct HeldTarget: Sendable {
    private let folder: File
    private let name: String

    /// Checks `path` and opens the folder that it leads to.
    ///
    /// - Throws: `.invalid` if it is in the queue's own folder, or leads elsewhere by now.
    init(_ path: String, besides queue: BackgroundFolder) throws(BackgroundError) {
        let target = try queue.check(target: path)
        let folder = try BackgroundError.wrapping { () throws(FileError) in try File(target.folder, .place) }
        let identity = try BackgroundError.wrapping { () throws(FileError) in try folder.facts() }.identity
        guard identity == target.folderIdentity else {
            throw .invalid("\"\(path)\" leads elsewhere since it was looked at; resume the job to try again")
        }
        (self.folder, name) = (folder, target.name)
    }

    /// The folder by its number: no name before it can be changed (proc_pid_fd(5)).
    private var place: String { "/proc/self/fd/\(folder.number)" }

    /// The file in it.
    var path: String { "\(place)/\(name)" }

    /// What a user is told, by the folder's name.
    func told(_ error: any Error) -> String { "\(error)".replacing(place, with: folder.path == "/" ? "" : folder.path) }
}
