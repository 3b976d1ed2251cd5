/// An option of another program, and what does the same here: for who comes from there and types it. docs/Terminal.md has the
/// same tables.
struct ForeignOption: Sendable {
    /// Whose option it is.
    enum Program: String, CaseIterable, Sendable {
        case wget, aria2
        case httpie = "HTTPie"
        case libcurl
    }

    let program: Program
    /// Its letter, with the dash, if it has one.
    let letter: String?
    /// Its name, without dashes.
    let name: String
    /// What its argument is called.
    let argument: String?
    /// The options that do the same; `nil` if there are none.
    let here: String?
    /// What else is to be known.
    let note: String?

    /// What to write instead.
    var advice: String {
        guard let here else { return note ?? "" }
        return "write \(here)" + (note.map { " (\($0))" } ?? "")
    }

    /// The option of this name, as after `--`. Letters aren't looked for: here they mean what they mean to curl.
    static func named(_ name: String) -> ForeignOption? { all.first { $0.name == name.lowercased() } }

    /// What is wrong with an option that is one of another program, or a slip away from one; `nil` for any other.
    static func fault(for written: String) -> OptionFault? {
        if let option = named(written) { return .isForeign("is \(option.program.rawValue)'s: \(option.advice)") }
        // The slip is in what is negated.
        let start = written.lowercased().hasPrefix("no-") ? "no-" : ""
        let names = all.map(\.name).filter { $0.hasPrefix("no-") == !start.isEmpty }
        guard
            let near = NearestName.of(
                String(written.lowercased().dropFirst(start.count)),
                among: names.map { String($0.dropFirst(start.count)) }),
            let option = named(start + near)
        else { return nil }
        return .isForeign("is unknown: is \(option.program.rawValue)'s --\(option.name) meant? Here \(option.advice)")
    }

    /// What a word may be that is no host: HTTPie has METHOD URL NAME=VALUE.
    static func guess(about word: String) -> String? {
        if word == "GET" { return "is the method meant? A GET needs none: write only the URL" }
        if ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(word) {
            return "is the method meant? Write it as -X \(word)"
        }
        guard word.contains("="), !word.contains("/") else { return nil }
        return "are data meant? -d NAME=VALUE sends a form, --json TEXT sends JSON"
    }
}

extension ForeignOption {
    /// All of them; of names that several programs have, the first counts.
    static let all =
        rows(.wget, wget) + rows(.aria2, aria2) + rows(.httpie, httpie)
        + rows(.libcurl, [(nil, "follow-location", nil, "-L", nil), (nil, "ssl-verifypeer", nil, "-k", nil)])

    private typealias Row = (letter: String?, name: String, argument: String?, here: String?, note: String?)

    private static let wget: [Row] = [
        ("-O", "output-document", "FILE", "-o FILE", nil),
        ("-o", "output-file", "FILE", "--stderr FILE", nil),
        ("-q", "quiet", nil, "-s", nil),
        ("-d", "debug", nil, "-v", nil),
        ("-t", "tries", "N", "--retry N", "the first try doesn't count"),
        (nil, "waitretry", "SECONDS", "--retry-delay SECONDS", nil),
        ("-w", "wait", "SECONDS", "--rate 1/5s", "for 5 seconds"),
        ("-c", "continue", nil, "-C -", nil),
        (nil, "start-pos", "N", "-C N", nil),
        ("-N", "timestamping", nil, "-R -z FILE -o FILE", nil),
        ("-r", "recursive", nil, nil, "links of pages aren't followed; --input-file FILE fetches the URLs of a list"),
        ("-k", "convert-links", nil, nil, "pages stay as they are"),
        ("-p", "page-requisites", nil, nil, "what a page refers to isn't fetched; --input-file FILE fetches a list"),
        ("-P", "directory-prefix", "FOLDER", "--output-dir FOLDER", nil),
        (nil, "content-disposition", nil, "-OJ", nil),
        (nil, "spider", nil, "-I", nil),
        ("-S", "server-response", nil, "-v", nil),
        ("-T", "timeout", "SECONDS", "--connect-timeout SECONDS --idle-timeout SECONDS", nil),
        (nil, "read-timeout", "SECONDS", "--idle-timeout SECONDS", nil),
        (nil, "max-redirect", "N", "--max-redirs N", nil),
        (nil, "method", "METHOD", "-X METHOD", nil),
        (nil, "post-data", "TEXT", "--data-raw TEXT", nil),
        (nil, "post-file", "FILE", "--data-binary @FILE", nil),
        (nil, "body-data", "TEXT", "--data-raw TEXT", nil),
        (nil, "body-file", "FILE", "--data-binary @FILE", nil),
        (nil, "http-user", "NAME", "-u NAME:PASSWORD", nil),
        (nil, "http-password", "PASSWORD", "-u NAME:PASSWORD", nil),
        (nil, "password", "PASSWORD", "-u NAME:PASSWORD", nil),
        (nil, "load-cookies", "FILE", "-b FILE", nil),
        (nil, "save-cookies", "FILE", "-c FILE", nil),
        (nil, "no-cookies", nil, nil, "cookies are kept only with -b or -c"),
        (nil, "no-check-certificate", nil, "-k", nil),
        (nil, "ca-certificate", "FILE", "--cacert FILE", nil),
        (nil, "certificate", "FILE", "-E FILE", nil),
        (nil, "private-key", "FILE", "--key FILE", nil),
        (nil, "no-proxy", nil, "--noproxy '*'", nil),
        (nil, "bind-address", "ADDRESS", "--interface ADDRESS", nil),
    ]

    private static let aria2: [Row] = [
        ("-s", "split", "N", "--segments N", nil),
        ("-x", "max-connection-per-server", "N", "--segments N", nil),
        ("-j", "max-concurrent-downloads", "N", "-Z --parallel-max N", nil),
        ("-d", "dir", "FOLDER", "--output-dir FOLDER", nil),
        ("-o", "out", "FILE", "-o FILE", nil),
        ("-m", "max-tries", "N", "--retry N", "the first try doesn't count"),
        (nil, "retry-wait", "SECONDS", "--retry-delay SECONDS", nil),
        (nil, "max-download-limit", "SPEED", "--limit-rate SPEED", nil),
        (nil, "max-overall-download-limit", "SPEED", "--limit-rate SPEED", nil),
        (nil, "lowest-speed-limit", "SPEED", "--speed-limit SPEED", nil),
        (nil, "allow-overwrite", nil, nil, "files are replaced, unless --no-clobber is given"),
        (nil, "auto-file-renaming", nil, "--no-clobber", nil),
        ("-M", "metalink-file", "FILE", "--from-metalink FILE", nil),
        (nil, "check-certificate", "false", "-k", nil),
        (nil, "all-proxy", "PROXY", "-x PROXY", nil),
        (nil, "http-passwd", "PASSWORD", "-u NAME:PASSWORD", nil),
        ("-D", "daemon", nil, "--background", nil),
        ("-l", "log", "FILE", "--stderr FILE", nil),
    ]

    private static let httpie: [Row] = [
        ("-h", "headers", nil, "-D - --out-null", nil),
        ("-b", "body", nil, nil, "the body alone is printed, unless -i is given"),
        ("-m", "meta", nil, "--explain", nil),
        ("-p", "print", "WHAT", "-v", nil),
        ("-d", "download", nil, "-OJ", nil),
        ("-a", "auth", "NAME:PASSWORD", "-u NAME:PASSWORD", nil),
        ("-A", "auth-type", "digest", "--digest", "or --basic, or --oauth2-bearer TOKEN"),
        (nil, "verify", "no", "-k", nil),
        (nil, "cert-key", "FILE", "--key FILE", nil),
        (nil, "check-status", nil, "-f", nil),
        (nil, "max-redirects", "N", "--max-redirs N", nil),
        (nil, "multipart", nil, "-F name=value", nil),
        ("-S", "stream", nil, "-N", nil),
        (nil, "ignore-stdin", nil, nil, "standard input is read only for a file named -"),
        (nil, "default-scheme", "SCHEME", "--proto-default SCHEME", nil),
    ]

    private static func rows(_ program: Program, _ rows: [Row]) -> [ForeignOption] {
        rows.map { ForeignOption(program: program, letter: $0.0, name: $0.1, argument: $0.2, here: $0.3, note: $0.4) }
    }
}
