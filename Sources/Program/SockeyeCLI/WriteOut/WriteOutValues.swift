internal import SockeyeIO

/// The values of `-w` for one transfer. The defaults are what curl prints for a missing value.
struct WriteOutValues: Sendable {
    /// The server's certificates from the handshake of this transfer, as text and in PEM.
    var certificates: [String] = []
    /// What the cache did; `nil` without one.
    var cacheStatus: String?
    /// The number of the connection used last; -1 if there is none.
    var connectionNumber: Int64 = -1
    /// How often the request was retried.
    var retryCount = 0
    /// Whether a proxy was used.
    var usesProxy = false
    /// The number of the transfer in the run, from 0.
    var transferNumber = 0
    /// The time of `%time{}`.
    var present = TimeOfDay(seconds: 0)
    /// The Content-Type field's value.
    var contentType: OctetText?
    /// The message of the error that ended the transfer.
    var errorMessage: String?
    /// The exit code of the transfer.
    var exitCode = ExitCode.success
    /// The file the body went to; `nil` for standard output.
    var fileName: String?
    /// The fields of the last response, in order.
    var headers: [Header] = []
    /// The final status; 0 without a response.
    var status = 0
    /// The status of the last response to CONNECT; 0 if there was none.
    var connectStatus = 0
    /// The version of the response: "1.1", "1.0" or "0.9"; "0" without a response.
    var httpVersion = "0"
    /// Our end of the connection.
    var localAddress: SocketAddress?
    /// The peer's end of the connection.
    var remoteAddress: SocketAddress?
    /// The method of the last request.
    var method = ""
    /// Connections opened for this transfer.
    var connectionCount = 0
    /// Redirects followed.
    var redirectCount = 0
    /// The target of a redirect that wasn't followed.
    var redirectURL: String?
    /// The Referer field sent.
    var referer: String?
    /// The scheme, in lowercase as since curl 8.13.
    var scheme: String?
    /// Body bytes received.
    var downloaded: Int64 = 0
    /// Bytes written to the output: decoded, with the heads of `-i`.
    var delivered: Int64 = 0
    /// Body bytes sent.
    var uploaded: Int64 = 0
    /// Bytes of all response heads.
    var headerBytes: Int64 = 0
    /// Bytes of all request heads.
    var requestBytes: Int64 = 0
    /// OpenSSL's verification result for the server's certificate; 0 is good.
    var verifyResult = 0
    /// OpenSSL's verification result for the proxy's certificate; 0 is good.
    var proxyVerifyResult = 0
    /// When each phase ended, from the start.
    var times = Times()
    /// The URL as given.
    var url: String?
    /// The URL that was fetched last.
    var effectiveURL: String?
    /// The number of the URL on the command line, from 0.
    var urlNumber = 0

    /// A response field.
    struct Header: Sendable {
        /// The name as sent.
        var name: String
        /// The value, without surrounding white space.
        var value: OctetText
    }

    /// When each phase ended, from the start; zero for a phase that didn't happen.
    struct Times: Sendable {
        var nameLookup = Duration.zero
        var connect = Duration.zero
        var tlsHandshake = Duration.zero
        var preTransfer = Duration.zero
        /// Not a point in time, but the total wait for a free connection.
        var queue = Duration.zero
        var postTransfer = Duration.zero
        var redirect = Duration.zero
        var startTransfer = Duration.zero
        var total = Duration.zero
    }
}
