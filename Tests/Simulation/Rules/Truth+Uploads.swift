import SockeyeClient
import SockeyeTransfers

extension Truth {
    /// The rule that a successful upload is whole at the server, once for each success, and that a failure is true.
    func checkUpload(_ error: ResumableUploadError?) {
        guard case .upload(let file) = operation.kind else { return lie("is no upload") }
        guard let error else {
            if !file.claimWhole() { lie("succeeded, but no server has the whole file") }
            return
        }
        if let doubt = doubt(about: error, file) { lie("says \"\(world.shown(error))\" but \(doubt)") }
    }

    private func doubt(about error: ResumableUploadError, _ file: SentFile) -> String? {
        let statuses = operation.visits.map(\.answer.status)
        return switch error {
        case .client(let error): doubt(aboutTransfer: error)
        case .cancelled: operation.isCancelled ? nil : "nobody cancelled it"
        case .refused(let status, _): statuses.contains(status) ? nil : "no server answered so"
        // Whatever befell a line, or a clock that ran out.
        case .lost:
            !ends.isEmpty || world.refusals > 0 || world.isClosing || statuses.contains { $0 >= 400 }
                || world.now - operation.began > 100_000_000 ? nil : "nothing befell it"
        case .unusable: file.parts.contains(where: \.isForgotten) || world.mood.server > 1 ? nil : "nothing was lost"
        case .unsafePlace: file.place.isSecure ? nil : "it is safe"
        default: "that doesn't happen here"
        }
    }
}
