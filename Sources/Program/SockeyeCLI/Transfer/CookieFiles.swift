internal import Glibc
internal import Sockeye
internal import SockeyeIO
internal import SockeyeRecording

/// The cookie files of one operation: read before the first URL, written after the last.
struct CookieFiles {
    let settings: CookieSettings
    let isSilent: Bool
    let isVerbose: Bool

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
        if isVerbose, !CookieJar.knowsPublicSuffixes {
            Terminal.printError(
                "* no public suffix list (libpsl): domain cookies are kept for their host only\n")
        }
        for file in settings.files where !file.isEmpty {
            let octets: [UInt8]
            do throws(InputError) {
                octets = try InputFile.read(file, isNoted: false, until: deadline)
            } catch {
                let text = "cannot read cookies from \(error.path): \(error.reason)"
                if error.isTimeout { throw TransferFailure(error.exitCode, text) }
                if isWritten(file), error.reason != IOError.message(for: ENOENT) {
                    throw TransferFailure(.readError, text)
                }
                warn(text)
                continue
            }
            let form = Self.foreignForm(octets)
            RunTape.note(octets, of: file, masked: form == nil ? Secrets.maskedCookieFile : Secrets.filler)
            if let form {
                let text = "\(file) is \(form): no cookie is read from it; export it as cookies.txt (Netscape) in UTF-8"
                if isWritten(file) { throw TransferFailure(.readError, text) }
                warn(text)
                continue
            }
            let kept = jar.unreadLines
            jar.unreadLines = []
            jar.load(netscape: octets)
            if !isSilent { UnreadLines.warn(jar.unreadLines, of: file, areNo: "cookie") }
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
        settings.jar.map { $0 == file || RequestInputs.areSame($0, file) } ?? false
    }

    /// A form in which tools export cookies, and of which no line can be read.
    private static func foreignForm(_ octets: [UInt8]) -> String? {
        if WrittenText.isUTF16(octets) { return "in UTF-16" }
        let text = WrittenText.withoutMark(octets).drop { $0 <= 0x20 }
        // The domain of a cookie may be [::1], with a tab after it.
        let isCookie = text.prefix { $0 != 0x0A }.contains(0x09)
        return !isCookie && (text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")) ? "JSON" : nil
    }

    /// Writes the jar's cookies. What prevents it is a failure, where curl warns and succeeds: they may be all that the run
    /// was for.
    ///
    /// - Parameter deadline: by when the reader of a pipe must have taken them.
    func save(_ jar: CookieJar?, until deadline: Deadline) -> TransferFailure? {
        guard let jar, let file = settings.jar else { return nil }
        let octets = jar.netscapeOctets()
        do {
            if file == "-" {
                try Terminal.output(octets)
            } else {
                try SmallOutput.replace(file, with: octets, until: deadline, purpose: "failed to save cookies in")
            }
            return nil
        } catch {
            return TransferFailure(error)
        }
    }

    private func warn(_ text: String) {
        if !isSilent { Terminal.printError(Message.warning(text)) }
    }
}
