internal import SockeyeIO

extension FileError {
    /// The system's message.
    var reason: String { IOError.message(for: errorNumber) }
}

/// Why a body could not be written. The exit code is curl's 23 unless noted.
enum OutputError: Error, Equatable, Sendable {
    /// A call on `path` failed; `reason` is the system's text for errno.
    case failed(call: String, path: String, reason: String)
    /// `path` is a symbolic link that leads nowhere.
    case danglingLink(path: String)
    /// `path` is a folder.
    case isFolder(path: String)
    /// Another transfer, of this process or another, is writing `path`.
    case busy(path: String)
    /// `path` already exists and must not be replaced.
    case isThere(path: String)
    /// The name, or one beside it, is a pipe or a device that a server chose, or another user's file; the text says
    /// which.
    case unusable(String)
    /// The output `path`, or a file it needs beside it, is `input`, which is being sent.
    case isInput(path: String, input: String)
    /// The pipe `path` wasn't opened or read in time; exit code 28.
    case timedOut(path: String)
    /// The reader of standard output is gone.
    case readerGone
    /// The body is binary and would go to a terminal.
    case binaryToTerminal
    /// All names that `--no-clobber` could use are taken.
    case noFreeName(path: String)
    /// The URL has no last path segment to name a file after.
    case noRemoteName(url: String)

    /// The message for the user, one line.
    var message: String {
        switch self {
        case .failed(let call, let path, let reason): "\(path): \(call) failed: \(reason)"
        case .danglingLink(let path): "\(path) is a dangling symbolic link; remove it, or name its target"
        case .isFolder(let path): "\(path) is a folder; name a file in it"
        case .busy(let path): "\(path) is being written by another transfer; wait for it or choose another name"
        case .isThere(let path): "\(path) already exists and was not replaced; --clobber replaces it"
        case .unusable(let text): text
        case .isInput(let path, let input):
            "\(path) was not written because this command reads \(input); choose another output name"
        case .timedOut(let path): "\(path): the pipe was not read in time; -m SECONDS allows more"
        case .readerGone: "standard output: write failed: Broken pipe"
        case .binaryToTerminal: "Failed writing body: binary output is not written to a terminal"
        case .noFreeName(let path): "\(path) and \(path).1 to \(path).100 already exist; nothing was overwritten"
        case .noRemoteName(let url): "Remote file name has no length: \(url) names no file; use -o FILE"
        }
    }

    /// A call failed on a path, which may be another name than the error's.
    init(_ error: FileError, _ path: String) {
        self = .failed(call: error.call, path: path, reason: error.reason + Self.advice(for: error))
    }

    /// Advice for a missing folder, a pipe without a reader, or a file at its size limit.
    static func advice(for error: FileError) -> String {
        if error.isMissing { return "; --create-dirs creates missing folders" }
        if error.hasNoReader { return "; the pipe has no reader" }
        return error.isTooLong ? "; it is at the size limit (ulimit -f) or the file system's maximum" : ""
    }

    /// The warning before the message, for users who want the bytes anyway.
    var advice: String? {
        guard self == .binaryToTerminal else { return nil }
        return "Binary output can mess up your terminal. Use \"--output -\" to tell sockeye to output it to your "
            + "terminal anyway, or consider \"--output <FILE>\" to save to a file."
    }
}
