internal import Sockeye
internal import SockeyeArchive
internal import SockeyeCredentials
internal import SockeyeEvents
internal import SockeyeHTTP1
internal import SockeyeIO

extension TransferFailure {
    /// The failure for any error that a transfer can throw: the one place where errors get their exit codes.
    init(_ error: any Error) {
        switch error {
        case let failure as TransferFailure: self = failure
        case let error as HTTPClientError: self.init(error)
        case let error as OutputError:
            let isTimeout = if case .timedOut = error { true } else { false }
            self.init(isTimeout ? .operationTimedOut : .writeError, error.message)
            isQuiet = error == .readerGone
        case let error as InputError: self.init(error.exitCode, error.text)
        case let error as OptionFault: self.init(error.exitCode, error.text)
        case let error as DownloadError: self.init(error)
        case let error as ResumableUploadError: self.init(error)
        case let error as RequestBodyError: self.init(error)
        case let error as HTTP1Error: self.init(.badFunctionArgument, "\(error)")
        case let error as EventStreamError: self.init(error)
        case let error as ArchiveError: self.init(error)
        case let error as CredentialStoreError: self.init(error)
        case IOError.cancelled: self.init(.abortedByCallback, "cancelled")
        default: self.init(.receiveError, "\(error)")
        }
    }

    private init(_ error: EventStreamError) {
        switch error {
        case .failed(let error): self.init(error)
        case .refused: self.init(.httpReturnedError, "\(error)")
        case .notEvents: self.init(.weirdServerReply, "\(error)")
        case .coded: self.init(.badContentEncoding, "\(error) (--compressed)")
        case .malformed: self.init(.bodyRefused, "\(error)")
        }
    }
}
