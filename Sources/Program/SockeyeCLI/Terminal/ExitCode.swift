/// The process's exit code: curl's numbers for curl's causes, so that scripts carry over.
///
/// Only codes that apply to an HTTP client; the raw values are curl's (`man curl`, EXIT CODES).
enum ExitCode: Int32, Error, CaseIterable, Sendable {
    case success = 0
    case unsupportedProtocol = 1
    case failedInitialization = 2
    case malformedURL = 3
    case notBuiltIn = 4
    case couldNotResolveProxy = 5
    case couldNotResolveHost = 6
    case couldNotConnect = 7
    case weirdServerReply = 8
    case remoteAccessDenied = 9
    case partialFile = 18
    case httpReturnedError = 22
    case writeError = 23
    case uploadFailed = 25
    case readError = 26
    case outOfMemory = 27
    case operationTimedOut = 28
    case rangeError = 33
    case httpPostError = 34
    case tlsConnectError = 35
    case badDownloadResume = 36
    case couldNotReadFile = 37
    case abortedByCallback = 42
    case badFunctionArgument = 43
    case interfaceFailed = 45
    case tooManyRedirects = 47
    case unknownOption = 48
    case setOptionSyntax = 49
    case gotNothing = 52
    case tlsEngineNotFound = 53
    case sendError = 55
    case receiveError = 56
    case localCertificateProblem = 58
    case cipherProblem = 59
    case peerVerificationFailed = 60
    case badContentEncoding = 61
    case fileSizeExceeded = 63
    case sendRewindFailed = 65
    case loginDenied = 67
    case certificateAuthorityFileProblem = 77
    case remoteFileNotFound = 78
    case tlsShutdownFailed = 80
    case certificateRevocationListProblem = 82
    case issuerMismatch = 83
    case pinnedKeyMismatch = 90
    case invalidCertificateStatus = 91
    case authenticationFailed = 94
    case proxyHandshakeFailed = 97
    case clientCertificateRequired = 98
    case tooLarge = 100
    /// Ours: a WebSocket was closed for a reason that isn't the end of the conversation. Not 124, which is timeout(1)'s.
    case webSocketClosed = 115
    /// Ours: `--extract` refuses the archive.
    case archiveRefused = 116
    /// Ours: --grade found fault with the client.
    case gradeFailed = 117
    /// Ours: the worst finding of --doctor is a warning, or a fault.
    case doctorWarning = 118
    case doctorFault = 119
    /// Ours: curl has no such check.
    case digestMismatch = 120
    /// Ours: the body is not in the format of --parse.
    case bodyRefused = 121
    /// Ours: nothing matches --select.
    case nothingSelected = 122
    case notCached = 123
    /// Ours: what a replay would send isn't what is recorded.
    case replayDiffers = 125

    /// The code's meaning for the manual: one line, without a full stop.
    var meaning: String {
        switch self {
        case .success: "The transfer is complete"
        case .unsupportedProtocol: "A scheme is unknown or not allowed, or the answer is not HTTP/1"
        case .failedInitialization: "The command line is invalid or uses something unsupported"
        case .malformedURL: "The URL is malformed"
        case .notBuiltIn: "The feature is not built in"
        case .couldNotResolveProxy: "The proxy's host name could not be resolved"
        case .couldNotResolveHost: "The host name could not be resolved"
        case .couldNotConnect: "The connection failed"
        case .weirdServerReply: "The server's reply is not valid HTTP"
        case .remoteAccessDenied: "The server denied access"
        case .partialFile: "The body ended before its announced length"
        case .httpReturnedError: "The status is 400 or above, and -f was given"
        case .writeError: "The output could not be written"
        case .uploadFailed: "The upload was refused"
        case .readError: "A local file could not be read"
        case .outOfMemory: "Out of memory"
        case .operationTimedOut: "A time limit was reached"
        case .rangeError: "The server did not honour the range"
        case .httpPostError: "The request body could not be built"
        case .tlsConnectError: "The TLS handshake failed"
        case .badDownloadResume: "The download could not be resumed"
        case .couldNotReadFile: "A file could not be opened"
        case .abortedByCallback: "The transfer was cancelled"
        case .badFunctionArgument: "The library refused an argument"
        case .interfaceFailed: "The outgoing interface could not be used"
        case .tooManyRedirects: "Too many redirects"
        case .unknownOption: "The library does not know an option"
        case .setOptionSyntax: "An option's value is malformed (--resolve, --connect-to)"
        case .gotNothing: "The server closed the connection without a response"
        case .tlsEngineNotFound: "The TLS engine was not found"
        case .sendError: "Sending failed"
        case .receiveError: "Receiving failed"
        case .localCertificateProblem: "The client certificate or its key cannot be used"
        case .cipherProblem: "The ciphers cannot be used"
        case .peerVerificationFailed: "The server's certificate could not be verified"
        case .badContentEncoding: "The body's content coding is unknown or the data is corrupt"
        case .fileSizeExceeded: "The file is larger than allowed"
        case .sendRewindFailed: "The body had to be sent again, but is not replayable"
        case .loginDenied: "The credentials were refused"
        case .certificateAuthorityFileProblem: "The CA file or folder cannot be read"
        case .remoteFileNotFound: "The resource does not exist"
        case .tlsShutdownFailed: "The TLS session could not be closed"
        case .certificateRevocationListProblem: "The revocation list cannot be used"
        case .issuerMismatch: "The certificate's issuer is not the expected one"
        case .pinnedKeyMismatch: "The server's public key is not the pinned one"
        case .invalidCertificateStatus: "The certificate's OCSP status is not good"
        case .authenticationFailed: "The server's proof of who it is is wrong"
        case .proxyHandshakeFailed: "The proxy's handshake failed"
        case .clientCertificateRequired: "The server asks for a client certificate"
        case .tooLarge: "A line of a head is longer than allowed"
        case .webSocketClosed: "A WebSocket was closed because of an error (not a curl code)"
        case .archiveRefused: "The archive is damaged, unsafe or too large to be unpacked (not a curl code)"
        case .gradeFailed: "--grade found fault with the client (not a curl code)"
        case .doctorWarning: "The worst that --doctor found is a warning (not a curl code)"
        case .doctorFault: "The worst that --doctor found is a fault (not a curl code)"
        case .digestMismatch: "The file does not have the expected digest (not a curl code)"
        case .bodyRefused: "The body is not in the format of --parse (not a curl code)"
        case .nothingSelected: "Nothing matches --select (not a curl code)"
        case .notCached: "Nothing usable is in the cache, and nothing may be loaded (not a curl code)"
        case .replayDiffers: "A replay does not do what is recorded (not a curl code)"
        }
    }
}
