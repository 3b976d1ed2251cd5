internal import Sockeye
internal import SockeyeBytes
internal import SockeyeIO

/// A line of a list.
struct ListPlace: Equatable, CustomStringConvertible {
    /// The list's name, as messages show it.
    var list: String
    /// Counted from 1.
    var line: Int

    /// For example `list:3`.
    var description: String { "\(list):\(line)" }
}

/// A URL and where its body goes.
struct TransferTarget: Equatable, Sendable {
    /// The URL as given, perhaps without a scheme; `nil` while only an output was given.
    var url: String?
    /// Where the body goes; `nil` is standard output by default.
    var output: OutputTarget?
    /// Whether that is only what a list of `--url` does without an option that says where.
    var isNamedByList = false
    /// The upload of `-T`, if any.
    var upload: UploadSource?
    /// Mirrors of this file, besides those of `--mirror`.
    var mirrors: [String] = []
    /// The digest of this file; it overrides `--checksum`.
    var checksum: Checksum?
    /// The digests of this file's pieces.
    var pieces: PieceDigests?
    /// The length of this file.
    var expectedBytes: Int64?
    /// Whether its output's name comes from a list or a document, not from the command line.
    var isNamedByOthers = false
    /// The folder that a list names for this file; created if missing.
    var folder: String?
    /// Whether braces and brackets in the URL are literal, because it comes from a list.
    var isVerbatim = false
    /// Whether an HTTP proxy is asked for an `ftp:` URL; ``url`` then has `http:` and the port in its place.
    var isFTP = false
    /// `--connect`: whether the URL only says where to connect, and no HTTP is spoken.
    var isBareConnection = false
    /// With `--parse`: whether the URL is the name of a file.
    var isLocal = false
    /// Where a list names it.
    var place: ListPlace?

    /// A copy with another upload.
    func putting(_ upload: UploadSource?) -> TransferTarget {
        var copy = self
        copy.upload = upload
        return copy
    }

    /// Whether a list or a document says what the file is.
    var isVerified: Bool { checksum != nil || pieces != nil || expectedBytes != nil }

    /// Whether something is uploaded there.
    var isUpload: Bool { upload != nil && upload != .nothing }

    /// The URL, with the default scheme if it has none; `nil` if it is ambiguous.
    func fullURL(defaultScheme: String) -> String? {
        guard let url, !isLocal, !Self.isFileURL(url) else { return url }
        return HTTPURL.completed(url, defaultScheme: defaultScheme)
    }

    /// The file that the body goes to; `nil` for standard output.
    ///
    /// - Parameters:
    ///   - url: names it if no option does.
    ///   - folder: the one that it lies in, if any.
    func path(named url: String, in folder: String?) throws(OutputError) -> String? {
        switch output {
        case nil, .standardOutput, .standardOutputByName, .nothing: nil
        case .file(let name): OutputFolder.path(name, in: folder)
        case .remoteName: OutputFolder.path(try RemoteName.from(url: url), in: folder)
        }
    }

    /// Whether the body goes to a file, or nowhere, instead of standard output.
    var writesToFile: Bool {
        switch output {
        case .file, .remoteName, .nothing: true
        case nil, .standardOutput, .standardOutputByName: false
        }
    }

    /// Whether the URL's scheme is `file`. Asked several times of each URL, so it looks at bytes, not at characters.
    static func isFileURL(_ url: String) -> Bool {
        url.utf8.prefix(5).elementsEqual("file:".utf8) { ASCII.lowercased($0) == $1 }
    }

    /// The file that a word names if it isn't a URL; `-` is standard input.
    ///
    /// A word with a scheme is a URL. One without could be a host name, so the file must exist, unless the word is a path.
    static func localFile(_ word: String, on machine: any Machine) -> String? {
        if word == "-" || ["/", "./", "../"].contains(where: word.hasPrefix) { return word }
        guard !word.contains("://"), let facts = machine.knownFacts(of: word), facts.kind != .folder else { return nil }
        return word
    }
}

/// The upload of one `-T`.
enum UploadSource: Equatable, Sendable {
    /// A file, or several by braces and brackets.
    case file(String)
    /// `-` and `.`.
    case standardInput
    /// `""`: this URL is fetched.
    case nothing

    init(_ argument: String) {
        switch argument {
        case "": self = .nothing
        case "-", ".": self = .standardInput
        default: self = .file(argument)
        }
    }
}
