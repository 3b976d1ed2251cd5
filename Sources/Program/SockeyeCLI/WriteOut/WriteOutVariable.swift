internal import SockeyeBytes
internal import SockeyeIO

/// The variables of `-w`, by curl's names.
///
/// To add one: a case here (its raw value is the name) and its line in `value(in:)`.
enum WriteOutVariable: String, CaseIterable, Sendable {
    // In the order of curl's JSON object, which is alphabetical, including the `later` ones.
    case cacheStatus = "cache_status"
    case certs
    case connectionNumber = "conn_id"
    case contentType = "content_type"
    case errorMessage = "errormsg"
    case exitCode = "exitcode"
    case effectiveFileName = "filename_effective"
    case ftpEntryPath = "ftp_entry_path"
    case httpCode = "http_code"
    case httpConnect = "http_connect"
    case httpVersion = "http_version"
    case localAddress = "local_ip"
    case localPort = "local_port"
    case method
    case certificateCount = "num_certs"
    case connectCount = "num_connects"
    case headerCount = "num_headers"
    case redirectCount = "num_redirects"
    case retryCount = "num_retries"
    case proxyVerifyResult = "proxy_ssl_verify_result"
    case proxyUsed = "proxy_used"
    case redirectURL = "redirect_url"
    case referer
    case remoteAddress = "remote_ip"
    case remotePort = "remote_port"
    case responseCode = "response_code"
    case scheme
    case sizeDelivered = "size_delivered"
    case sizeDownload = "size_download"
    case sizeHeader = "size_header"
    case sizeRequest = "size_request"
    case sizeUpload = "size_upload"
    case speedDownload = "speed_download"
    case speedUpload = "speed_upload"
    case verifyResult = "ssl_verify_result"
    case timeAppConnect = "time_appconnect"
    case timeConnect = "time_connect"
    case timeNameLookup = "time_namelookup"
    case timePostTransfer = "time_posttransfer"
    case timePreTransfer = "time_pretransfer"
    case timeQueue = "time_queue"
    case timeRedirect = "time_redirect"
    case timeStartTransfer = "time_starttransfer"
    case timeTotal = "time_total"
    case earlyData = "tls_earlydata"
    case url
    case effectiveURL = "url_effective"
    case urlNumber = "urlnum"
    case transferNumber = "xfer_id"

    /// Variables that curl 7.88 lacks.
    static let later: Set<WriteOutVariable> = [
        .cacheStatus, .connectionNumber, .retryCount, .proxyUsed, .sizeDelivered, .timePostTransfer, .timeQueue,
        .earlyData, .transferNumber,
    ]

    /// A value, with its format.
    enum Value: Sendable {
        /// Text; `nil` is empty in text and `null` in JSON.
        case text(String?)
        /// A number.
        case number(Int64)
        /// A status: three digits in text, a plain number in JSON.
        case status(Int)
        /// Seconds with six decimals.
        case time(Duration)
    }

    /// The variable's value for one transfer.
    func value(in values: WriteOutValues) -> Value {
        switch self {
        // Not curl's: what the cache did, as in the Cache-Status field.
        case .cacheStatus: .text(values.cacheStatus)
        case .certs: .text(values.certificates.joined())
        case .connectionNumber: .number(values.connectionNumber)
        case .contentType: .text(values.contentType?.text)
        case .errorMessage: .text(values.errorMessage)
        case .exitCode: .number(Int64(values.exitCode.rawValue))
        case .effectiveFileName: .text(values.fileName)
        // FTP isn't supported; the name stays so that formats shared with curl print the same.
        case .ftpEntryPath: .text(nil)
        case .httpCode, .responseCode: .status(values.status)
        case .httpConnect: .status(values.connectStatus)
        case .httpVersion: .text(values.httpVersion)
        case .localAddress: .text(values.localAddress?.host ?? "")
        case .localPort: .number(Int64(values.localAddress?.port ?? 0))
        case .method: .text(values.method)
        case .certificateCount: .number(Int64(values.certificates.count))
        case .connectCount: .number(Int64(values.connectionCount))
        case .headerCount: .number(Int64(values.headers.count))
        case .redirectCount: .number(Int64(values.redirectCount))
        case .retryCount: .number(Int64(values.retryCount))
        case .proxyUsed: .number(values.usesProxy ? 1 : 0)
        case .proxyVerifyResult: .number(Int64(values.proxyVerifyResult))
        case .redirectURL: .text(values.redirectURL)
        case .referer: .text(values.referer)
        case .remoteAddress: .text(values.remoteAddress?.host ?? "")
        case .remotePort: .number(Int64(values.remoteAddress?.port ?? 0))
        case .scheme: .text(values.scheme)
        case .sizeDelivered: .number(values.delivered)
        case .sizeDownload: .number(values.downloaded)
        case .sizeHeader: .number(values.headerBytes)
        case .sizeRequest: .number(values.requestBytes)
        case .sizeUpload: .number(values.uploaded)
        case .speedDownload: .number(Self.speed(values.downloaded, over: values.times.total))
        case .speedUpload: .number(Self.speed(values.uploaded, over: values.times.total))
        case .verifyResult: .number(Int64(values.verifyResult))
        case .timeAppConnect: .time(values.times.tlsHandshake)
        case .timeConnect: .time(values.times.connect)
        case .timeNameLookup: .time(values.times.nameLookup)
        case .timePostTransfer: .time(values.times.postTransfer)
        case .timePreTransfer: .time(values.times.preTransfer)
        case .timeQueue: .time(values.times.queue)
        case .timeRedirect: .time(values.times.redirect)
        case .timeStartTransfer: .time(values.times.startTransfer)
        case .timeTotal: .time(values.times.total)
        // Never used: early data can be replayed by an attacker.
        case .earlyData: .number(0)
        case .url: .text(values.url)
        case .effectiveURL: .text(values.effectiveURL)
        case .urlNumber: .number(Int64(values.urlNumber))
        case .transferNumber: .number(Int64(values.transferNumber))
        }
    }

    /// The value as `%{name}` prints it.
    func text(in values: WriteOutValues) -> String {
        switch value(in: values) {
        case .text(let text): text ?? ""
        case .number(let number): String(number)
        case .status(let status): ASCII.padded(max(0, status), to: 3)
        case .time(let duration): Self.seconds(duration)
        }
    }

    /// Seconds with six decimals, rounded down.
    static func seconds(_ duration: Duration) -> String {
        let microseconds = duration.wholeMicroseconds
        return "\(microseconds / 1_000_000).\(ASCII.padded(microseconds % 1_000_000, to: 6))"
    }

    private static func speed(_ bytes: Int64, over time: Duration) -> Int64 {
        Speed.bytesPerSecond(bytes, microseconds: time.wholeMicroseconds)
    }
}
