internal import Sockeye

/// The cookies of one operation: read before the first URL, written after the last.
struct CookieFiles {
    let settings: CookieSettings
    let isSilent: Bool
    let isVerbose: Bool

    /// A jar with what the files hold; `nil` when cookies were not asked for. A file that cannot be read is warned of.
    func load() -> CookieJar? {
        guard settings.isActive else { return nil }
        let jar = CookieJar()
        if isVerbose, !CookieJar.knowsPublicSuffixes {
            Terminal.printError(
                "* no list of public suffixes (libpsl): cookies for a domain are kept for their host alone\n")
        }
        for file in settings.files where !file.isEmpty {
            do throws(InputError) {
                jar.load(netscape: try InputFile.read(file))
            } catch {
                warn("cannot read cookies from \(error.path): \(error.reason)")
            }
        }
        if settings.dropsSessionCookies { jar.removeSessionCookies() }
        return jar
    }

    /// Writes what the jar holds; a failure is warned of, as in curl.
    func save(_ jar: CookieJar?) {
        guard let jar, let file = settings.jar else { return }
        let octets = jar.netscapeOctets()
        if file == "-" {
            _ = Terminal.printOutput(octets: octets)
            return
        }
        do throws(IOError) {
            try SmallFile.replace(file, with: octets)
        } catch {
            warn("failed to save cookies in \(file): \(error)")
        }
    }

    private func warn(_ text: String) {
        if !isSilent { Terminal.printError(Message.warning(text)) }
    }
}
