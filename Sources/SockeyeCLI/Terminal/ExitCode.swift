/// What the process returns: curl's numbers for curl's causes, so that scripts carry over.
///
/// Only codes that an HTTP client can meet are here; the raw values are curl's (`man curl`, EXIT CODES).
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
    case diskFull = 70
    case certificateAuthorityFileProblem = 77
    case remoteFileNotFound = 78
    case tlsShutdownFailed = 80
    case certificateRevocationListProblem = 82
    case issuerMismatch = 83
    case pinnedKeyMismatch = 90
    case invalidCertificateStatus = 91
    case proxyHandshakeFailed = 97
    case clientCertificateRequired = 98
    /// Ours: curl has no such check.
    case digestMismatch = 120
    /// Ours: the body is not what --parse takes it for.
    case bodyRefused = 121
    /// Ours: nothing is where --select looks.
    case nothingSelected = 122

    /// What the code means, for the manual: one line, no stop.
    var meaning: String {
        switch self {
        case .success: "The transfer is complete"
        case .unsupportedProtocol: "The URL's scheme is not http or https"
        case .failedInitialization: "The command line is wrong, or asks for something unsupported"
        case .malformedURL: "The URL is malformed"
        case .notBuiltIn: "The feature was left out when this program was built"
        case .couldNotResolveProxy: "The proxy's name could not be resolved"
        case .couldNotResolveHost: "The host's name could not be resolved"
        case .couldNotConnect: "No connection could be made"
        case .weirdServerReply: "The reply could not be understood as HTTP"
        case .remoteAccessDenied: "The server denied access"
        case .partialFile: "The body ended before the length the server had announced"
        case .httpReturnedError: "The server answered 400 or above, and -f was given"
        case .writeError: "The output could not be written"
        case .uploadFailed: "The upload was refused"
        case .readError: "A local file could not be read"
        case .outOfMemory: "Out of memory"
        case .operationTimedOut: "A time limit ran out"
        case .rangeError: "The server did not honour the range"
        case .httpPostError: "The request body could not be made"
        case .tlsConnectError: "The TLS handshake failed"
        case .badDownloadResume: "The download could not be resumed"
        case .couldNotReadFile: "A file could not be opened"
        case .abortedByCallback: "The transfer was cancelled"
        case .badFunctionArgument: "An argument was refused by the library"
        case .interfaceFailed: "The outgoing interface could not be used"
        case .tooManyRedirects: "Too many redirects"
        case .unknownOption: "The library does not know an option"
        case .setOptionSyntax: "An option's value is malformed (--resolve, --connect-to)"
        case .gotNothing: "The server closed the connection without answering"
        case .tlsEngineNotFound: "The TLS engine was not found"
        case .sendError: "Sending failed"
        case .receiveError: "Receiving failed"
        case .localCertificateProblem: "The client certificate or its key cannot be used"
        case .cipherProblem: "The ciphers cannot be used"
        case .peerVerificationFailed: "The server's certificate could not be verified"
        case .badContentEncoding: "The body's encoding is unknown or broken"
        case .fileSizeExceeded: "The file is larger than allowed"
        case .sendRewindFailed: "The body had to be sent again, and cannot be"
        case .loginDenied: "The credentials were refused"
        case .diskFull: "The disk is full"
        case .certificateAuthorityFileProblem: "The CA file or folder cannot be read"
        case .remoteFileNotFound: "The resource does not exist"
        case .tlsShutdownFailed: "The TLS session could not be closed"
        case .certificateRevocationListProblem: "The revocation list cannot be used"
        case .issuerMismatch: "The certificate's issuer is not the expected one"
        case .pinnedKeyMismatch: "The server's public key is not the pinned one"
        case .invalidCertificateStatus: "The certificate's status is not good"
        case .proxyHandshakeFailed: "The proxy's handshake failed"
        case .clientCertificateRequired: "The server asks for a client certificate"
        case .digestMismatch: "The file does not have the digest it should have (not a code of curl)"
        case .bodyRefused: "The body is not what --parse takes it for (not a code of curl)"
        case .nothingSelected: "Nothing is where --select looks (not a code of curl)"
        }
    }
}
