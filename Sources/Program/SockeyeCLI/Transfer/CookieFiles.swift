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
    ///   - url: the first URL, to which cookies of recorded heads belong.
    ///   - earlier: the jar of the operations before `--next`, which is used on.
    /// - Throws: if the unreadable one is that of `-c`, which would be replaced without its cookies.
    func load(for url: HTTPURL?, into earlier: CookieJar?) throws(TransferFailure) -> CookieJar? {
        guard settings.isActive else { return nil }
        let jar = CookieJar(order: .newestFirst)
        if isVerbose, !CookieJar.knowsPublicSuffixes {
            Terminal.printError(
                "* no public suffix list (libpsl): domain cookies are kept for their host only\n")
        }
        for file in settings.files where !file.isEmpty {
            do throws(InputError) {
                let octets = try InputFile.read(file, isNoted: false)
                RunTape.note(octets, of: file, masked: Secrets.maskedCookieFile)
                jar.load(netscape: octets)
                if let url { jar.load(recordedHeads: octets, from: url) }
            } catch {
                let text = "cannot read cookies from \(error.path): \(error.reason)"
                if file == settings.jar, error.reason != IOError.message(for: ENOENT) {
                    throw TransferFailure(.readError, text)
                }
                warn(text)
            }
        }
        if settings.dropsSessionCookies { jar.removeSessionCookies() }
        guard let earlier else { return jar }
        for cookie in jar.cookies { earlier.insert(cookie) }
        return earlier
    }

    /// Writes the jar's cookies. What prevents it is a failure, where curl warns and succeeds: they may be all that the run
    /// was for.
    func save(_ jar: CookieJar?) -> TransferFailure? {
        guard let jar, let file = settings.jar else { return nil }
        let octets = jar.netscapeOctets()
        do {
            if file == "-" {
                try Terminal.output(octets)
            } else if try !OpenFile.append(octets, to: file) {
                try SmallFile.replace(file, with: octets)
            }
            return nil
        } catch let error as OutputError {
            return TransferFailure(error)
        } catch {
            return TransferFailure(.writeError, "failed to save cookies in \(file): \(error)")
        }
    }

    private func warn(_ text: String) {
        if !isSilent { Terminal.printError(Message.warning(text)) }
    }
}
