internal import Sockeye
internal import SockeyeIO

extension TransferFailure {
    /// The failure with what only the transfer knows: which body isn't in the format of `--parse` and with which status it came, what
    /// a word that was taken for a host may be instead, which line of a list has the URL, and which URL redirects without end.
    func placed(at item: TransferItem, _ trace: TransferTrace) -> TransferFailure {
        var failure = self
        switch exitCode {
        case .bodyRefused where item.operation.parsing.format != nil || item.operation.printsEvents:
            let status = trace.head.map { $0.status.code >= 400 ? " (status \($0.status.code))" : "" } ?? ""
            let place = (item.parsedURL?.withoutCredentials.href ?? item.shownURL) + status
            failure.message = "\(TerminalText.escaped(place)): \(message)"
        case .couldNotResolveHost:
            if let word = item.target.url, !word.contains("://"),
                let guess = item.operation.guess(about: word, on: item.machine)
            {
                failure.message += ", or \(guess)"
            }
        case .malformedURL, .unsupportedProtocol:
            if let place = item.target.place, item.parsedURL == nil { failure.message = "\(place): \(message)" }
        case .tooManyRedirects:
            let notes = trace.notes
            if let url = (notes.destination ?? notes.asked)?.withoutCredentials.href {
                failure.message += "; \(TerminalText.escaped(url)) redirects again"
            }
            failure.message += "; --max-redirs NUMBER follows more"
        default: break
        }
        return failure
    }
}

extension TransferSettings {
    /// What a word may be that is no host; `nil` if nothing tells.
    func guess(about word: String, on machine: any Machine) -> String? {
        if parsing.format != nil || printsEvents {
            let isFolder = machine.knownFacts(of: word)?.kind == .folder
            let shown = TerminalText.escaped(word)
            return "the name: " + (isFolder ? "'\(shown)' is a folder" : "there is no file '\(shown)' either")
        }
        if let guess = ForeignOption.guess(about: word) { return guess }
        // Any other word after --digest is a URL.
        guard authentication.schemes == [.digest],
            let name = NearestName.of(word.lowercased(), among: Digest.Algorithm.allCases.map(\.rawValue))
        else { return nil }
        return "is --digest \(name) meant?"
    }
}
