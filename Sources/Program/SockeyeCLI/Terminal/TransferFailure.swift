internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO

/// Why a transfer failed: curl's exit code and a message of one line.
struct TransferFailure: Error, Sendable {
    var exitCode: ExitCode
    var message: String
    /// What went wrong in the client, if it did there.
    var cause: HTTPClientError?
    /// OpenSSL's verification error for the server's certificate; 0 if there is none.
    var verifyResult = 0
    /// Whether the message is shown only with -S: a reader that stops early, such as `head`, isn't a problem.
    var isQuiet = false

    init(_ exitCode: ExitCode, _ message: String) { (self.exitCode, self.message) = (exitCode, message) }

    /// The client's message, with the option that can help.
    init(_ error: HTTPClientError) {
        let advice =
            switch error.cause {
            case .timedOut(.total, _): "; -m SECONDS allows more"
            case .timedOut(.opening, _): "; --connect-timeout SECONDS allows more"
            case .tls(.certificateRefused(.selfSigned, _)), .tls(.certificateRefused(.unknownIssuer, _)):
                error.isProxys
                    ? "; --proxy-cacert FILE trusts another authority"
                    : "; --cacert FILE trusts another authority, --accept-cert FINGERPRINT just this certificate"
            case .notCached: "; it is fetched without --offline"
            case .tls(.protocolFailure(let message)) where message.contains("certificate required"):
                "; -E FILE shows the server a certificate, --proxy-cert FILE an https proxy"
            case .coding(.ratioExceeded): "; --max-ratio NUMBER allows more"
            default: ""
            }
        self.init(ExitCode(error), "\(error)\(advice)")
        cause = error
        if case .tls(.certificateRefused(_, let certificate)) = error.cause {
            verifyResult = certificate.verificationCode
        }
    }
}

extension TransferFailure {
    /// A status that `-f` refuses: curl's words, and the option that can help.
    init(status: Int) {
        let advice =
            switch status {
            case 401: "; a login is missing or wrong: -u NAME:PASSWORD"
            case 407: "; a login at the proxy is missing or wrong: -U NAME:PASSWORD"
            case 429: "; too many requests: --retry NUMBER waits and tries again"
            default: ""
            }
        self.init(.httpReturnedError, "The requested URL returned error: \(status)\(advice)")
    }

    /// What `-m` ended that isn't a request.
    static let timedOutInTotal = TransferFailure(.operationTimedOut, "timed out in total; -m SECONDS allows more")
}

extension HTTPClientError {
    /// Whether the proxy's TLS failed: it stands where the origin does.
    fileprivate var isProxys: Bool { origin?.hasPrefix("proxy ") ?? false }
}

extension ExitCode {
    /// curl's exit code for the error.
    init(_ error: HTTPClientError) {
        switch error.cause {
        case .invalidURL(let error):
            if case .unsupportedScheme = error.reason { self = .unsupportedProtocol } else { self = .malformedURL }
        case .network(.unknownHost): self = .couldNotResolveHost
        case .network(.unusableLocalEnd): self = .interfaceFailed
        // The system's own clock for a connection ran out before ours.
        case .network(let reason) where error.phase == .connect && reason.isTimeOut: self = .operationTimedOut
        case .network: self.init(networkFailureIn: error.phase)
        case .tls(.certificateRefused): self = .peerVerificationFailed
        case .tls(.unreadableRoots): self = .certificateAuthorityFileProblem
        case .tls(.certificateStatus): self = .invalidCertificateStatus
        case .tls(.notPinned): self = .pinnedKeyMismatch
        case .tls(.unusableCiphers): self = .cipherProblem
        case .tls(.unreadableRevocationList): self = .certificateRevocationListProblem
        case .tls(.unusableCertificate): self = .localCertificateProblem
        case .tls(.protocolFailure(let message)) where message.contains("certificate required"):
            self = .clientCertificateRequired
        case .tls: self = error.phase == .handshake ? .tlsConnectError : .receiveError
        case .http(let error): self.init(error)
        case .redirect(let error): self.init(error)
        case .signature(.unknownBody): self = .sendRewindFailed
        case .signature(.missingService), .signature(.missingRegion): self = .malformedURL
        case .credential(.needsKerberos): self = .notBuiltIn
        case .credential(.serverUnproven): self = .authenticationFailed
        case .credential, .signature, .interceptor, .calledOnEventLoop: self = .badFunctionArgument
        case .proxy(.malformed): self = .couldNotResolveProxy
        case .proxy(.unsupportedScheme): self = .couldNotConnect
        case .proxy(.unknownHost): self = .couldNotResolveProxy
        // As since curl 8.20: the proxy answered, and there is no connection.
        case .proxy(.tunnelRefused): self = .couldNotConnect
        case .proxy(.spokeFirst), .proxy(.badAnswer): self = .receiveError
        case .proxy(.socks): self = .proxyHandshakeFailed
        case .coding(.sizeExceeded): self = .fileSizeExceeded
        case .coding(.outOfMemory): self = .outOfMemory
        case .coding: self = .badContentEncoding
        case .timedOut: self = .operationTimedOut
        case .cancelled, .clientClosed: self = .abortedByCallback
        case .bodyTooLarge: self = .fileSizeExceeded
        case .bodyOutOfScope, .unexpected: self = .receiveError
        case .requestBodyFailed: self = .readError
        case .requestBody(.notReplayable), .requestBody(.usedUp): self = .sendRewindFailed
        case .requestBody, .storedBody: self = .readError
        case .notCached: self = .notCached
        case .webSocket(.caller): self = .badFunctionArgument
        case .webSocket(.handshake): self = .weirdServerReply
        case .webSocket: self = .receiveError
        }
    }

    private init(networkFailureIn phase: HTTPClientError.Phase) {
        switch phase {
        case .prepare, .pool, .resolve, .connect: self = .couldNotConnect
        case .handshake: self = .tlsConnectError
        case .send: self = .sendError
        case .firstByte, .receive: self = .receiveError
        }
    }

    private init(_ error: RedirectError) {
        switch error {
        case .tooMany: self = .tooManyRedirects
        case .malformedLocation: self = .malformedURL
        case .conflictingLocations: self = .weirdServerReply
        case .schemeNotAllowed, .downgrade: self = .unsupportedProtocol
        case .userInformation: self = .loginDenied
        case .bodyNotReplayable: self = .sendRewindFailed
        }
    }

    private init(_ error: HTTP1Error) {
        switch error {
        // A stream that isn't as long as its Content-Length says.
        case .caller(.bodyTooShort), .caller(.bodyTooLong): self = .readError
        // As in curl: only the upload can't be made in this version.
        case .caller(.needsHTTP11): self = .uploadFailed
        case .caller: self = .badFunctionArgument
        case .server(let fault, _): self.init(fault)
        }
    }

    private init(_ fault: HTTP1Error.ServerFault) {
        switch fault {
        case .closedBeforeResponse, .closedBeforeFinalResponse, .unrequestedSwitch: self = .gotNothing
        case .closedInBody, .closedInChunkedBody: self = .partialFile
        case .notHTTP, .unsupportedVersion, .malformedStatusLine: self = .unsupportedProtocol
        case .conflictingContentLengths, .malformedContentLength, .illegalByte, .bareCarriageReturn, .blankBeforeColon,
            .blankBeforeFirstField, .emptyFieldName, .malformedTransferEncoding:
            self = .weirdServerReply
        case .limitExceeded(.lineBytes, _): self = .tooLarge
        case .closedInHead, .malformedChunkSize, .chunkSizeTooLarge, .chunkNotTerminated, .limitExceeded:
            self = .receiveError
        }
    }
}
