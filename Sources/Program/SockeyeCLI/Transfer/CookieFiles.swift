internal import Sockeye
internal import SockeyeFields
internal import SockeyeIO

/// The cookie files of one operation: read before the first URL, written after the last.
struct CookieFiles {
    let settings: CookieSettings
    let run: Run

    /// A jar with the files' cookies; `nil` if cookies aren't enabled. Warns about unreadable files.
    ///
    /// - Parameters:
    ///   - deadline: by when the writer of a pipe must have written the cookies.
    ///   - url: the first URL, to which cookies of recorded heads belong.
    ///   - earlier: the jar of the operations before `--next`, which is used on.
    /// - Throws: if the file of `-c` can't be read, which would be replaced without its cookies.
    func load(
        for url: HTTPURL?, into earlier: CookieJar?, until deadline: Deadline
    ) throws(TransferFailure) -> CookieJar? {
        guard settings.isActive else { return nil }
        let jar = CookieJar(order: .newestFirst)
        if run.settings.isVerbose, !CookieJar.knowsPublicSuffixes {
            run.terminal.printError("* no public suffix list (libpsl): domain cookies are kept for their host only\n")
        }
        for file in settings.files where !file.isEmpty {
            let octets: [UInt8]
            do throws(InputError) {
                octets = try run.machine.read(file, .cookies, until: deadline)
            } catch {
                let text = "cannot read cookies from \(error.path): \(error.reason)"
                if error.isTimeout { throw TransferFailure(error.exitCode, text) }
                if isWritten(file) || run.surface == .curl, !error.isMissing { throw TransferFailure(.readError, text) }
                run.warn(text)
                continue
            }
            if let form = CookieFileForm.foreign(octets) {
                let text = "\(file) is \(form): no cookie is read from it; export it as cookies.txt (Netscape) in UTF-8"
                if isWritten(file) { throw TransferFailure(.readError, text) }
                run.warn(text)
                continue
            }
            let kept = jar.unreadLines
            jar.unreadLines = []
            jar.load(netscape: octets)
            UnreadLines.warn(jar.unreadLines, of: file, areNo: "cookie", run)
            // Lines of other files aren't this jar's.
            if !isWritten(file) { jar.unreadLines = kept }
            if let url { jar.load(recordedHeads: octets, from: url) }
        }
        if settings.dropsSessionCookies { jar.removeSessionCookies() }
        guard let earlier else { return jar }
        for cookie in jar.cookies { earlier.insert(cookie) }
        earlier.unreadLines = jar.unreadLines
        return earlier
    }

    /// Whether it is the file of `-c`, under whichever name.
    private func isWritten(_ file: String) -> Bool {
        settings.jar.map { $0 == file || run.machine.areSame($0, file) } ?? false
    }

    /// The cookies as curl writes them: a path without the slash that it ends in, and a date beyond what is allowed as the nearest
    /// minute.
    private func asCurl(_ jar: CookieJar) -> CookieJar {
        let (copy, longest) = (CookieJar(), Int64(400 * 86_400))
        for cookie in jar.cookies where !cookie.nameOctets.isEmpty {
            var (path, expires) = (cookie.pathOctets, cookie.expires)
            if path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
            if let date = expires?.secondsSinceEpoch, date >= run.machine.timeOfDay.seconds + longest - 60 {
                expires = HTTPDate(clamping: (date + 30) / 60 * 60)
            }
            // A new one, since a path that is the URL's is written with its slash.
            copy.insert(
                Cookie(
                    nameOctets: cookie.nameOctets, valueOctets: cookie.valueOctets, domain: cookie.domain,
                    isHostOnly: cookie.isHostOnly, pathOctets: path, expires: expires, isSecure: cookie.isSecure,
                    isHTTPOnly: cookie.isHTTPOnly))
        }
        copy.unreadLines = jar.unreadLines
        return copy
    }

    /// Writes the jar's cookies. What prevents it is a failure, where curl warns and succeeds: they may be all that the run
    /// was for.
    ///
    /// - Parameter deadline: by when the reader of a pipe must have taken them.
    func save(_ jar: CookieJar?, until deadline: Deadline) throws {
        guard let jar, let file = settings.jar else { return }
        let octets = (run.surface == .curl ? asCurl(jar) : jar).netscapeOctets()
        if file == "-" { return try run.terminal.output(octets) }
        try SmallOutput.replace(
            file, with: octets, on: run.machine, mode: run.surface.storeMode, until: deadline,
            purpose: "failed to save cookies in")
    }
}
