internal import SockeyeIO

/// The place of a job's file, held open: what was checked is what is written or sent, wherever its names lead by then.
struct HeldTarget: Sendable {
    private let folder: File
    private let name: String
    /// The file itself, if it is to be sent.
    private let file: File?

    /// Checks `path` and opens the folder that it leads to.
    ///
    /// - Parameter opensFile: whether to open the file too, which must not be a link by now.
    /// - Throws: `.invalid` if it is in the queue's own folder, or leads elsewhere by now.
    init(_ path: String, besides queue: BackgroundFolder, opensFile: Bool = false) throws(BackgroundError) {
        let target = try queue.check(target: path)
        let folder = try BackgroundError.wrapping { () throws(FileError) in try File(target.folder, .place) }
        let identity = try BackgroundError.wrapping { () throws(FileError) in try folder.facts() }.identity
        guard identity == target.folderIdentity else {
            throw .invalid("\"\(path)\" leads elsewhere since it was looked at; resume the job to try again")
        }
        let held = "/proc/self/fd/\(folder.number)/\(target.name)"
        file =
            opensFile
            ? try BackgroundError.wrapping { () throws(FileError) in
                try File(held, [.reading, .notThroughLink, .withoutWaiting])
            } : nil
        (self.folder, name) = (folder, target.name)
    }

    /// The folder by its number: no name before it can be changed (proc_pid_fd(5)).
    private var place: String { "/proc/self/fd/\(folder.number)" }

    /// The file's name in it.
    var namedPath: String { "\(place)/\(name)" }

    /// The file: what is to be sent by its number too, whatever has its name by then.
    var path: String { file.map { "/proc/self/fd/\($0.number)" } ?? namedPath }

    /// What a user is told, by the names of the file and the folder.
    func told(_ error: any Error) -> String {
        "\(error)".replacing(path, with: namedPath).replacing(place, with: folder.path == "/" ? "" : folder.path)
    }
}
