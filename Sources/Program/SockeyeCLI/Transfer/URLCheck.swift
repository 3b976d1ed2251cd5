internal import Sockeye

/// What is wrong with a URL of the command line, before anything is sent.
enum URLCheck {
    /// Refuses a URL that can't be read or isn't allowed.
    static func check(_ item: TransferItem) throws(TransferFailure) {
        if let given = item.target.url, HTTPURL.completed(given) == nil {
            let scheme = given.prefix { $0 != ":" }.filter { !$0.isWhitespace }.lowercased()
            throw TransferFailure(
                .malformedURL,
                "the URL begins with \"\(scheme):\" and no slash follows: write \(scheme)://HOST/, or http://\(scheme):PORT/ for a host of that name"
            )
        }
        // A user may have no name: `:PASSWORD@HOST`.
        if let given = item.target.url, given.hasPrefix(":"), !given.prefix(while: { $0 != "/" }).contains("@") {
            throw TransferFailure(
                .malformedURL, "the URL has no host: for this machine write localhost before the colon")
        }
        // Before what the request would be made of is read.
        if item.parsedURL == nil, !item.target.isBareConnection { _ = try TypedURL.parse(item.url) }
        if let scheme = item.parsedURL?.scheme { try check(scheme: scheme, item.operation.redirects) }
        if item.operation.authentication.disallowsUserInURL, item.parsedURL?.hasCredentials == true {
            throw TransferFailure(
                .loginDenied, "the URL contains a user name, which --disallow-username-in-url refuses")
        }
    }

    /// Refuses a scheme that `--proto` disables; it applies to the first URL and to redirects.
    static func check(scheme: String, _ redirects: RedirectSettings) throws(TransferFailure) {
        if redirects.schemes.allowed.contains(scheme) { return }
        let reason = SchemeSet.spoken.contains(scheme) ? "is disabled by --proto" : "not supported"
        throw TransferFailure(.unsupportedProtocol, "Protocol \"\(scheme)\" \(reason)")
    }
}
