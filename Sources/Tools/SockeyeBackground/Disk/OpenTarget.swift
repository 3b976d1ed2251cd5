internal import SockeyeIO

/// A job's file, reached through an open descriptor of its folder: the folder that was checked is the one that is used, even if
/// its path is changed afterwards.
struct OpenTarget: Sendable {
    private let folder: File
    private let name: String
    /// The file itself, if it is to be sent.
    private let file: File?

    /// Checks `path` and opens its folder.
    ///
    /// - Parameter opensFile: whether to open the file too, which must not be a link by now.
    /// - Throws: `.invalid` if the file is in the queue's folder, or the path changed after the check.
    init(_ path: String, besides queue: BackgroundFolder, opensFile: Bool = false) throws(BackgroundError) {
        let target = try queue.check(target: path)
        let folder = try BackgroundError.wrapping(File(target.folder, .place))
        let identity = try BackgroundError.wrapping(folder.facts()).identity
        guard identity == target.folderIdentity else {
            throw .invalid("the folder of \"\(path)\" was replaced during the check; resume the job to try again")
        }
        let opened = "/proc/self/fd/\(folder.number)/\(target.name)"
        file =
            opensFile
            ? try BackgroundError.wrapping(File(opened, [.reading, .notThroughLink, .withoutWaiting])) : nil
        (self.folder, name) = (folder, target.name)
    }

    /// The folder by its descriptor, which no rename can redirect (proc_pid_fd(5)).
    private var place: String { "/proc/self/fd/\(folder.number)" }

    /// The file's path by that descriptor.
    var namedPath: String { "\(place)/\(name)" }

    /// Where to read or write the file: what is to be sent by its own descriptor, whatever has its name by now.
    var path: String { file.map { "/proc/self/fd/\($0.number)" } ?? namedPath }

    /// The error's text with the real paths of the file and the folder.
    func message(for error: any Error) -> String {
        "\(error)".replacing(path, with: namedPath).replacing(place, with: folder.path == "/" ? "" : folder.path)
    }
}
