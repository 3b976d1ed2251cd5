internal import Sockeye
internal import SockeyeIO

/// What a transfer of any kind starts from: a URL, and what the command line wants of it.
///
/// All types that take part in a transfer have it, so the facts are in a class: thousands of transfers shouldn't copy them. The
/// context isn't among them: through two references, the optimiser copies whole settings to read one of them.
struct TransferItem: Sendable {
    private final class Facts: Sendable {
        let target: TransferTarget
        let url: String
        let parsedURL: HTTPURL?
        let number: Int
        let ordinal: Int
        let storedCredential: Credential?

        init(
            _ target: TransferTarget, _ url: String, _ parsedURL: HTTPURL?, number: Int, ordinal: Int,
            _ storedCredential: Credential?
        ) {
            (self.target, self.url, self.parsedURL) = (target, url, parsedURL)
            (self.number, self.ordinal, self.storedCredential) = (number, ordinal, storedCredential)
        }
    }

    let context: TransferContext
    private let facts: Facts

    init(
        _ context: TransferContext, _ target: TransferTarget, url: String, parsedURL: HTTPURL?, number: Int,
        ordinal: Int, storedCredential: Credential? = nil
    ) {
        self.context = context
        facts = Facts(target, url, parsedURL, number: number, ordinal: ordinal, storedCredential)
    }

    /// The same with what the store of `--user-from` has for the URL.
    func with(storedCredential: Credential?) -> TransferItem {
        TransferItem(
            context, target, url: url, parsedURL: parsedURL, number: number, ordinal: ordinal,
            storedCredential: storedCredential)
    }

    var target: TransferTarget { facts.target }
    var url: String { facts.url }
    /// The parsed URL; `nil` if the text isn't a URL.
    var parsedURL: HTTPURL? { facts.parsedURL }
    /// The URL as given, but without a password.
    var shownURL: String {
        guard let parsedURL else { return target.isLocal ? url : LoginInURL.removed(from: url) }
        return parsedURL.hasCredentials ? parsedURL.withoutCredentials.href : url
    }
    /// Whether the command may have other transfers.
    var isOneOfSeveral: Bool { settings.operations.count > 1 || operation.hasSeveralURLs }
    /// The number of its URL on the command line, from 0; all URLs of a glob share it.
    var number: Int { facts.number }
    /// How many transfers were started before it.
    var ordinal: Int { facts.ordinal }

    var client: HTTPClient { context.client }
    var run: Run { context.run }
    var settings: Settings { context.run.settings }
    var terminal: Terminal { context.run.terminal }
    var machine: any Machine { context.run.machine }
    var operation: TransferSettings { context.operation }
    var loop: EventLoop { context.loop }
    var journal: RunJournal? { context.journal }

    var request: Request {
        get throws {
            var request = try context.request(for: target, url, parsedURL)
            if let credential = facts.storedCredential { request.credential = credential }
            return request
        }
    }

    /// The deadline of an attempt that starts now (`-m`).
    var deadline: Deadline { operation.deadline }

    /// Whether the URL asks for a WebSocket.
    var isWebSocket: Bool { parsedURL?.scheme == "ws" || parsedURL?.scheme == "wss" }

    /// Whether the file must be exactly the one that the server has: an option, a list or a Metalink document says so.
    var needsWholeFile: Bool { operation.download.needsWholeFile || target.isVerified || !target.mirrors.isEmpty }

    /// Whether a file that is there may be replaced, and a link followed: not under a name that a list or a document gives,
    /// unless the user says so.
    var replacesExisting: Bool { !target.isNamedByOthers || operation.download.replacesExisting }

    /// Whether the download is guarded: an error page never becomes the file.
    var isGuarded: Bool { operation.download.isGuarded || needsWholeFile }

    /// `-C -` with `-i`: the file gets the head and the rest behind what it has. With a head in it, it can't be compared.
    var appendsHead: Bool {
        operation.download.continueAt == .whatIsThere && operation.includesHead && !operation.asksHeadOnly
            && operation.method(for: target) == "GET"
    }

    /// `-f`: whether the page of a status is refused. As in curl, not that of what -C asks beyond the end.
    func refuses(_ status: Int) -> Bool {
        let goesOn = (operation.download.offset > 0 || appendsHead) && operation.method(for: target) == "GET"
        return operation.failsOnHTTPError && status >= 400 && !(status == 416 && goesOn)
    }

    /// `-OJ`: whether the response names the file. That of a `file:` URL has no name for it.
    var isNamedByAnswer: Bool {
        target.output == .remoteName && operation.download.usesServerName && !TransferTarget.isFileURL(url)
    }
}
