internal import Glibc
internal import Sockeye

/// Why a body could not be written. Every case ends the program with curl's 23 unless noted.
enum OutputError: Error, Equatable, Sendable {
    /// A call on `path` failed; `reason` is the system's text for errno.
    case failed(call: String, path: String, reason: String)
    /// `path` is a symbolic link that leads nowhere.
    case danglingLink(path: String)
    /// `path` is a folder.
    case isFolder(path: String)
    /// Another transfer, of this process or another one, writes `path` at this moment.
    case busy(path: String)
    /// `path` is there already, and nobody said that it may be replaced.
    case isThere(path: String)
    /// The name, or one beside it, is a pipe or a device that a server chose, or somebody else's file; the text says so.
    case unusable(String)
    /// `path` is what is sent, or stands beside it under a name that the output needs.
    case isInput(path: String, input: String)
    /// Nobody took the bytes in time, or nobody opened the pipe `path`; exit code 28.
    case timedOut(path: String)
    /// Whoever read standard output does so no more.
    case readerGone
    /// The body is not text, and would go to a terminal.
    case binaryToTerminal
    /// All the names that `--no-clobber` could give are taken.
    case noFreeName(path: String)
    /// The URL has no last path segment to name a file after.
    case noRemoteName(url: String)

    /// What to tell the user, one line.
    var message: String {
        switch self {
        case .failed(let call, let path, let reason): "\(path): \(call) failed: \(reason)\(Self.advice(reason))"
        case .danglingLink(let path):
            "\(path) is a symbolic link to nothing; remove it, or give the name it should lead to"
        case .isFolder(let path): "\(path) is a folder; give the name of a file in it"
        case .busy(let path): "\(path) is being written by another transfer; wait for it or choose another name"
        case .isThere(let path): "\(path) is there already, and was not replaced; --clobber replaces it"
        case .unusable(let text): text
        case .isInput(let path, let input):
            "\(path) is not written, since \(input) is read for the request; choose another name for the output"
        case .timedOut(let path): "\(path): nobody read the pipe before the time was up; -m SECONDS allows more"
        case .readerGone: "standard output: write failed: Broken pipe"
        case .binaryToTerminal: "Failed writing body: binary output is not written to a terminal"
        case .noFreeName(let path): "\(path) and \(path).1 to \(path).100 are there already; nothing was overwritten"
        case .noRemoteName(let url): "Remote file name has no length: \(url) names no file; use -o FILE"
        }
    }

    /// What to do where a folder is missing, a pipe has no reader, or a file may not grow.
    static func advice(_ reason: String) -> String {
        switch reason {
        case IOError.message(for: ENOENT): "; --create-dirs makes the folders of a name"
        case IOError.message(for: ENXIO): "; nobody reads it"
        case IOError.message(for: EFBIG): "; the limit for files (ulimit -f) or the file system allows no more"
        default: ""
        }
    }

    /// The warning that goes before the message, for those who want the bytes all the same.
    var advice: String? {
        switch self {
        case .binaryToTerminal:
            "Binary output can mess up your terminal. Use \"--output -\" to tell sockeye to output it to your "
                + "terminal anyway, or consider \"--output <FILE>\" to save to a file."
        default: nil
        }
    }
}
