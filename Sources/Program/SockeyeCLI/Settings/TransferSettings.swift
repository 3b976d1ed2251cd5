internal import HTTPTypes
internal import Sockeye
internal import SockeyeClient
internal import SockeyeIO

/// The settings of one operation: its URLs and the options for all of them.
struct TransferSettings: Sendable {
    // MARK: URLs and outputs

    /// URLs and outputs, paired by order: the first -o or -O belongs to the first URL.
    var targets: [TransferTarget] = []
    /// No target before these waits for a URL, an output or an upload. It keeps what it got, so the search for the first that waits
    /// goes on from here: from the front, it would take all time with thousands of URLs.
    private var searched = (urls: 0, outputs: 0, uploads: 0)
    /// The files of `--input-file`, in order.
    var lists: [ListedFiles] = []
    /// `-D`: where the response heads go.
    var headerFile: String?
    /// `-i`: the response head before the body.
    var includesHead = false
    /// `-N` switches it off.
    var buffersOutput = true
    /// `-w`.
    var writeOut = WriteOutFormat("")

    /// `--from-har`: the file whose requests are sent again.
    var archive: String?
    /// `-z` and related options.
    var conditions = ConditionSettings()
    var webSocket = WebSocketSettings()
    /// `--wait-for-network`.
    var waitsForNetwork = false
    /// `--events`.
    var printsEvents = false
    /// `--starttls`.
    var startsTLS: StartTLSProtocol?
    /// `--create-file-mode`.
    var fileMode: UInt32 = 0o666

    /// How files are downloaded.
    var download = DownloadSettings()
    /// `--extract`, `--archive` and related options.
    var extraction = ExtractionSettings()
    /// `-F` and other upload options.
    var upload = UploadSettings()

    /// `-g`: braces and brackets in URLs are literal.
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
    /// `-G`: the data goes into the URL.
    var putsDataInURL = false
    /// `-d` and related options; `nil` if none was given.
    var data: RequestData?
    /// `-H`, in order.
    var headers: [HeaderEdit] = []
    /// `-A`; empty means no User-Agent field.
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

    /// `-L`, `--proto` and related options.
    var redirects = RedirectSettings()

    /// `--compressed` and related options.
    var coding = CodingSettings()

    /// `-u` and related options.
    var authentication = AuthenticationSettings()

    /// `-b`, `-c`, `-j`.
    var cookies = CookieSettings()

    /// `--cache` and related options.
    var cache = CacheSettings()

    /// `--parse` and related options.
    var parsing = ParseSettings()

    /// `--hsts`, in order.
    var hstsFiles: [String] = []

    /// `-x` and related options.
    var proxy = ProxyOptions()

    /// `--json`, `--url-query` and other options that change the whole request.
    var content = RequestContent()
    /// `--max-filesize`: a longer body is an error.
    var bodyByteLimit: Int64?
    /// `--ipfs-gateway`.
    var gateway: String?
    /// `--fail-with-body`.
    var failsWithBody = false

    // MARK: The connection

    /// `-Y` and `-y`: the minimum speed and the time to measure it over.
    var leastSpeed: (bytesPerSecond: Int?, seconds: Int?) = (nil, nil)
    /// `--expect100-timeout`.
    var continueTimeout: Duration?
    /// `--connect-to`, in order.
    var redirections: [ConnectOverride] = []
    /// `--interface`, `--local-port`, `--keepalive-time` and related options.
    var socket = SocketSettings()
    /// `--abstract-unix-socket`.
    var abstractUnixSocket: String?

    /// `-m`: the maximum time of a transfer; `nil` is no limit.
    var timeLimit: Duration?
    /// `--resumable` and `--abandon`.
    var resumable: ResumableSettings?
    /// `--connect-timeout`: the maximum time for resolving, connecting, proxies and the TLS handshake together.
    var connectTimeout: Duration?
    /// The longest gap between two packets; `nil` for no limit.
    var idleTimeout: Duration?
    /// `-4`, `-6`.
    var addressFamily = Resolver.AddressFamily.any
    /// `--doh-url`, `--dns-servers`.
    var names = NameSettings()
    /// `--resolve`, in order.
    var resolveOverrides: [HostOverride] = []
    /// `--unix-socket`.
    var unixSocket: String?

    // MARK: TLS

    /// `-k`, `--cacert`, `-E`, `--pinnedpubkey`, `--tls-max` and other options of the handshake.
    var trust = TrustSettings()

    /// The method of the requests: `-X`, else what `-I`, `-G` and `-d` imply.
    var method: String {
        if let customMethod { return customMethod }
        if asksHeadOnly { return "HEAD" }
        return data != nil && !putsDataInURL || upload.form != nil ? "POST" : "GET"
    }

    /// The method for one target: PUT if it has an upload.
    func method(for target: TransferTarget) -> String { customMethod == nil && target.isUpload ? "PUT" : method }

    /// Whether `-H "NAME:"` removes this field; its name in lowercase.
    func removes(_ name: String) -> Bool { headers.contains { $0.value == nil && $0.name.lowercased() == name } }

    /// The URLs that a target's `url` stands for.
    func glob(_ url: String, of target: TransferTarget) throws(URLGlobError) -> URLGlob {
        target.isVerbatim || target.isLocal || globsOff ? URLGlob(verbatim: url) : try URLGlob(parsing: url)
    }

    /// Pairs an upload with the first target that has none yet.
    mutating func add(upload: UploadSource) {
        searched.uploads = firstTarget(from: searched.uploads) { $0.upload == nil }
        if searched.uploads == targets.count { targets.append(TransferTarget()) }
        targets[searched.uploads].upload = upload
    }

    /// Whether the response may be "not modified": then no file is touched.
    var isConditional: Bool { conditions.isActive || headers.contains { $0.name.lowercased().hasPrefix("if-") } }

    /// `--archive`: uploads other files in place of those of `-T` and `-F`.
    mutating func replaceUploads(by names: [String: String]) {
        for index in targets.indices {
            if case .file(let path) = targets[index].upload, let name = names[path] {
                targets[index].upload = .file(name)
            }
        }
        upload.form?.replaceFiles(by: names)
    }

    /// Pairs a URL with the first target that has none yet.
    ///
    /// - Parameter isBareConnection: whether it only says where to connect (`--connect`).
    mutating func add(url: String, isBareConnection: Bool = false) {
        searched.urls = firstTarget(from: searched.urls) { $0.url == nil }
        let index = searched.urls
        if index == targets.count { targets.append(TransferTarget()) }
        targets[index].url = url
        if isBareConnection { (targets[index].isVerbatim, targets[index].isBareConnection) = (true, true) }
    }

    /// Marks the targets that are files.
    mutating func findLocalFiles(on machine: any Machine) {
        for index in targets.indices {
            targets[index].isLocal = targets[index].url.flatMap { TransferTarget.localFile($0, on: machine) } != nil
        }
    }

    /// What names the files of its lists besides them.
    var naming: RepeatedName.Naming {
        RepeatedName.Naming(folder: outputFolder, usesServerName: download.usesServerName)
    }

    /// Whether there is anything to fetch.
    var hasURL: Bool { targets.contains { $0.url != nil } || lists.contains { $0.count > 0 } }

    /// The targets, and of each list enough to check options against.
    var sampleTargets: [TransferTarget] { lists.isEmpty ? targets : targets + lists.flatMap(\.samples) }

    /// All targets in order, those of lists too.
    func everyTarget() throws(OptionFault) -> [TransferTarget] {
        if lists.isEmpty { return targets }
        var all: [TransferTarget] = []
        for index in 0...targets.count {
            for list in lists where list.position == index { all += try list.targets() }
            if index < targets.count { all.append(targets[index]) }
        }
        return all
    }

    /// Adds a URL of a list or document: to the output and upload that wait for one, as in curl, or with its own output.
    mutating func add(_ target: TransferTarget) {
        searched.urls = firstTarget(from: searched.urls) { $0.url == nil }
        let index = searched.urls
        if index == targets.count { return targets.append(target) }
        let waiting = targets[index]
        targets[index] = target.putting(waiting.upload)
        if waiting.output != nil { (targets[index].output, targets[index].isNamedByList) = (waiting.output, false) }
    }

    /// `-O` names the next output; `--no-remote-name` is only told where one waits for its name.
    mutating func switchRemoteName(_ isOn: Bool) {
        if isOn || targets.contains(where: { $0.output == nil }) { add(output: isOn ? .remoteName : .standardOutput) }
    }

    /// Pairs an output with the first target that has none yet.
    mutating func add(output: OutputTarget) {
        searched.outputs = firstTarget(from: searched.outputs) { $0.output == nil || $0.isNamedByList }
        let index = searched.outputs
        if index == targets.count { targets.append(TransferTarget()) }
        (targets[index].output, targets[index].isNamedByList) = (output, false)
    }

    /// The first target from an index on that waits for something; the count if there isn't one.
    private func firstTarget(from start: Int, that waits: (TransferTarget) -> Bool) -> Int {
        targets.dropFirst(start).firstIndex(where: waits) ?? targets.count
    }
}

extension TransferSettings {
    /// `-Y` and `-y` together; `nil` if neither was given, or 0 for one of them.
    var minimumSpeed: Timeouts.MinimumSpeed? {
        if leastSpeed.bytesPerSecond == nil, leastSpeed.seconds == nil { return nil }
        if leastSpeed.bytesPerSecond == 0 || leastSpeed.seconds == 0 { return nil }
        return Timeouts.MinimumSpeed(
            bytesPerSecond: leastSpeed.bytesPerSecond ?? 1, period: .seconds(min(leastSpeed.seconds ?? 30, 1_000_000)))
    }
}

extension TransferSettings {
    /// The method of `-X` with `--follow` and `-d`, `-F` or the like: to redirects it is a POST, as in curl.
    var postingMethod: HTTPRequest.Method? {
        let posts = upload.form != nil || data != nil && !putsDataInURL
        guard redirects.adaptsCustomMethod, posts, !targets.contains(where: \.isUpload) else { return nil }
        return customMethod.flatMap { HTTPRequest.Method($0) }
    }
}
