/// What `-w` can tell of one transfer. Every default is what curl prints when there is nothing to tell.
struct WriteOutValues: Sendable {
    /// The certificates that the server sent in a handshake for this transfer, in words and in PEM.
    var certificates: [String] = []
    /// The number of the connection used last; -1 for none.
    var connectionNumber: Int64 = -1
    /// How often the request was made again.
    var retryCount = 0
    /// Whether a proxy was on the way.
    var usesProxy = false
    /// The number of the transfer in the run, from 0.
    var transferNumber = 0
    /// What `%time{}` tells.
    var present = WriteOutTime(seconds: 0, nanoseconds: 0)
    /// The Content-Type field's value.
    var contentType: OctetText?
    /// The message of the error that ended the transfer.
    var errorMessage: String?
    /// What the transfer ended with.
    var exitCode = ExitCode.success
    /// The file the body went to; `nil` for standard output.
    var fileName: String?
    /// The response's fields in the order they came, the last response's only.
    var headers: [Header] = []
    /// The final status, 0 when no response came.
    var status = 0
    /// The status of the last proxy's answer to CONNECT, 0 when there was none.
    var connectStatus = 0
    /// The version of the response: "1.1", "1.0" or "0.9"; "0" when none came.
    var httpVersion = "0"
    /// Our end of the connection.
    var localAddress = Endpoint()
    /// The peer's end of the connection.
    var remoteAddress = Endpoint()
    /// The method of the last request.
    var method = ""
    /// Connections opened for this transfer.
    var connectionCount = 0
    /// Redirects followed.
    var redirectCount = 0
    /// Where a redirect that was not followed leads.
    var redirectURL: String?
    /// The Referer field sent.
    var referer: String?
    /// The scheme in capitals, as curl 7 prints it: "HTTP", "HTTPS".
    var scheme: String?
    /// Body bytes received.
    var downloaded: Int64 = 0
    /// Body bytes sent.
    var uploaded: Int64 = 0
    /// Bytes of all response heads.
    var headerBytes: Int64 = 0
    /// Bytes of all request heads.
    var requestBytes: Int64 = 0
    /// OpenSSL's verdict on the server's certificate; 0 is good.
    var verifyResult = 0
    /// OpenSSL's verdict on the proxy's certificate; 0 is good.
    var proxyVerifyResult = 0
    /// When each phase was over, counted from the start.
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
        /// The value, without the white space around it.
        var value: OctetText
    }

    /// One end of a connection.
    struct Endpoint: Sendable {
        /// The IP address as text; empty when there was no connection.
        var address = ""
        /// The port; 0 when there was no connection.
        var port = 0
    }

    /// When each phase was over, counted from the start; zero for a phase that did not happen.
    struct Times: Sendable {
        var nameLookup = Duration.zero
        var connect = Duration.zero
        var tlsHandshake = Duration.zero
        var preTransfer = Duration.zero
        /// Not a moment but how long it waited for a place, in all.
        var queue = Duration.zero
        var postTransfer = Duration.zero
        var redirect = Duration.zero
        var startTransfer = Duration.zero
        var total = Duration.zero
    }
}
