import SockeyeClient
import SockeyeTransfers

extension Truth {
    /// Why the error of a download can't be true; `nil` if it can.
    func doubt(about error: DownloadError, _ hadFile: Bool) -> String? {
        guard case .download(let number) = operation.kind, let options = operation.download else {
            return "it is no download"
        }
        let file = world.files[number]
        let hasChanged = file.versions.count > 1
        let hasBadAnswer = operation.visits.contains { $0.answer.status >= 400 }
        return switch error {
        case .client(let error): doubt(aboutTransfer: error)
        case .cancelled: operation.isCancelled ? nil : "nobody cancelled it"
        case .fileExists: hadFile && options.existing == .refuse ? nil : "there was no file"
        case .digestMismatch: hasChanged || ends.contains(.cutShort) ? nil : "the file has the digest"
        // Each time because the file had changed, which it does twice at most, or because its ranges failed, once.
        case .refused(let reason, _) where reason.hasPrefix("gave up after starting over"):
            ends.contains(.cutShort) ? nil : "the file changed \(file.versions.count - 1) times"
        case .refused:
            // A body without a length that is cut looks like that of a shorter file.
            hasBadAnswer || hasChanged || ends.contains(.cutShort)
                || options.resume == .required && file.naming != .strongTag
                ? nil : "the server refused nothing"
        default: "that doesn't happen here"
        }
    }

    func doubt(aboutTransfer error: HTTPClientError) -> String? {
        guard case .timedOut = error.cause else { return doubt(about: error) }
        // Several lines, each with clocks of its own, and one over all.
        return world.now - operation.began > 100_000_000 ? nil : "it took no time"
    }
}
