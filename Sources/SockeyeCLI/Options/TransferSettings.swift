internal import Sockeye

/// The settings of one operation: some URLs and what holds for all of them.
struct TransferSettings: Sendable {
    /// The HTTP version to ask with.
    enum HTTPVersion: Sendable {
        case http10
        case http11
    }

    /// Which addresses may be used.
    enum AddressFamily: Sendable {
        case any
        case ipv4
        case ipv6
    }

    // MARK: What to fetch, where to

    /// URLs and outputs, paired by their order: the first -o or -O belongs to the first URL.
    private(set) var targets: [TransferTarget] = []
    /// `-D`: where the response heads go.
    var headerFile: String?
    /// `-i`: the response head before the body.
    var includesHead = false
    /// `-N` switches it off.
    var buffersOutput = true
    /// `-w`.
    var writeOut = WriteOutFormat("")

    /// `-z` and its kin.
    var conditions = ConditionSettings()
    /// `--create-file-mode`.
    var fileMode: UInt32 = 0o666

    /// How files are downloaded.
    var download = DownloadSettings()
    /// `-F` and what else is about uploads.
    var upload = UploadSettings()

    /// `-g`: braces and brackets in URLs are those characters.
    var globsOff = false
    /// `--output-dir`.
    var outputFolder: String?
    /// `--create-dirs`.
    var createsFolders = false
    /// `--remote-name-all`.
    var namesAllRemotely = false

    // MARK: The request

    /// `-X`.
    var customMethod: String?
    /// `-I`.
    var asksHeadOnly = false
    /// `-G`: the data go into the URL.
    var putsDataInURL = false
    /// `-d` and its kin; `nil` when none was given.
    var data: RequestData?
    /// `-H`, in order.
    var headers: [HeaderEdit] = []
    /// `-A`: `nil` is the default, empty is no User-Agent field.
    var userAgent: OctetText?
    /// `-e`.
    var referer: OctetText?
    /// `-r`, without the unit.
    var range: String?
    /// `-0`, `--http1.1`.
    var httpVersion = HTTPVersion.http11
    /// `--http0.9`.
    var acceptsHTTP09 = false
    /// `--ignore-content-length`.
    var ignoresContentLength = false
    /// `-f`.
    var failsOnHTTPError = false

    /// `-L` and its kin, `--proto` and its.
    var redirects = RedirectSettings()

    /// `--compressed` and its kin.
    var coding = CodingSettings()

    /// `-u` and its kin.
    var authentication = AuthenticationSettings()

    /// `-b`, `-c`, `-j`.
    var cookies = CookieSettings()

    /// `--parse` and its kin.
    var parsing = ParseSettings()

    /// `--hsts`, in order.
    var hstsFiles: [String] = []

    /// `-x` and its kin.
    var proxy = ProxyOptions()

    /// `--json`, `--url-query` and what else changes the request as a whole.
    var content = RequestContent()
    /// `--max-filesize`: a longer body is an error.
    var mostBodyBytes: Int64?
    /// `--fail-with-body`.
    var failsWithBody = false

    // MARK: The connection

    /// `-Y` and `-y`: at least so many bytes a second, over so many seconds.
    var leastSpeed: (bytesPerSecond: Int?, seconds: Int?) = (nil, nil)
    /// `--expect100-timeout`.
    var continueTimeout: Duration?
    /// `--connect-to`, in order.
    var redirections: [ConnectOverride] = []
    /// `--interface`, `--local-port`, `--keepalive-time` and their kin.
    var socket = SocketSettings()
    /// `--abstract-unix-socket`.
    var abstractUnixSocket: String?

    /// `-m`: the longest a transfer may take; `nil` is no limit.
    var maximumTime: Duration?
    /// `--resumable`; `nil` without.
    var resumable: ResumableSettings?
    /// `--connect-timeout`: the longest that resolving, connecting, proxies and the TLS handshake may take together.
    var connectTimeout: Duration?
    /// `-4`, `-6`.
    var addressFamily = AddressFamily.any
    /// `--resolve`, in order.
    var resolveOverrides: [ResolveOverride] = []
    /// `--unix-socket`.
    var unixSocket: String?

    // MARK: TLS

    /// `-E`, `--pinnedpubkey`, `--tls-max` and what else goes into the handshake.
    var trust = TrustSettings()

    /// `-k` switches it off.
    var verifiesPeer = true
    /// `--cacert`.
    var certificateAuthorityFile: String?
    /// `--capath`.
    var certificateAuthorityFolder: String?

    /// The method of the requests: `-X`, else what `-I`, `-G` and `-d` imply.
    var method: String {
        if let customMethod { return customMethod }
        if asksHeadOnly { return "HEAD" }
        return data != nil && !putsDataInURL || upload.form != nil ? "POST" : "GET"
    }

    /// The method for one URL, which `-T` may have given something to put.
    func method(for target: TransferTarget) -> String {
        customMethod == nil && target.isUpload ? "PUT" : method
    }

    /// Pairs what `-T` names with the first target that has none yet.
    mutating func add(upload: UploadSource) {
        if let index = targets.firstIndex(where: { $0.upload == nil }) {
            targets[index].upload = upload
        } else {
            targets.append(TransferTarget(upload: upload))
        }
    }

    /// Whether the answer may be that there is nothing new: then no file is touched.
    var isConditional: Bool {
        conditions.isActive || headers.contains { $0.name.lowercased().hasPrefix("if-") }
    }

    /// Pairs a URL with the first target that has none yet.
    mutating func add(url: String) {
        if let index = targets.firstIndex(where: { $0.url == nil }) {
            targets[index].url = url
        } else {
            targets.append(TransferTarget(url: url))
        }
    }

    /// Marks the targets that are files.
    mutating func findLocalFiles() {
        for index in targets.indices {
            targets[index].isLocal = targets[index].url.flatMap(TransferTarget.localFile) != nil
        }
    }

    /// Adds a URL together with its output.
    mutating func add(_ target: TransferTarget) {
        targets.append(target)
    }

    /// Pairs an output with the first target that has none yet.
    mutating func add(output: OutputTarget) {
        if let index = targets.firstIndex(where: { $0.output == nil }) {
            targets[index].output = output
        } else {
            targets.append(TransferTarget(output: output))
        }
    }
}

/// A URL and where its body goes.
struct TransferTarget: Equatable, Sendable {
    /// The URL as given, perhaps without a scheme; `nil` while only an output was given.
    var url: String?
    /// Where the body goes; `nil` is standard output by default.
    var output: OutputTarget?
    /// What `-T` puts there.
    var upload: UploadSource?
    /// Further places of this file, beside those of `--mirror`.
    var mirrors: [String] = []
    /// The digest of this file; it wins over `--checksum`.
    var checksum: Checksum?
    /// The folder that a list names for this file; made if need be.
    var folder: String?
    /// Whether braces and brackets in the URL are just those: it comes from a list.
    var isVerbatim = false
    /// With `--parse`: whether the URL is the name of a file.
    var isLocal = false

    /// The same with something else to put there.
    func putting(_ upload: UploadSource) -> TransferTarget {
        var copy = self
        copy.upload = upload
        return copy
    }

    /// Whether something is put there.
    var isUpload: Bool { upload != nil && upload != .nothing }

    /// The URL with this scheme when it has none; `nil` when nobody can tell what it means.
    func fullURL(defaultScheme: String) -> String? {
        guard let url, !isLocal else { return url }
        guard case .url(let full) = URLGuess(url, defaultScheme: defaultScheme) else { return nil }
        return full
    }
}
