internal import Sockeye

// Options about downloads that go on, are split, and are checked.
extension OptionTable {
    static let downloadRows: [Option] = [
        .value(
            "checksum", nil, "sha256:hex|@file", [.sockeye, .output], "Check the file's digest",
            """
            The file gets its name only if it has this digest: md5, sha1, sha256, sha384 or sha512, a colon, and \
            hexadecimal digits. "@file" is a file of sums as sha256sum writes it, in which the output's name is looked \
            up. On a mismatch the bytes stay in FILE.part and the exit code is 120.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.download.checksum = try checksum(value) },
        .value(
            "continue-at", "C", "offset", [.connection], "Resumed transfer offset",
            """
            "-" goes on from FILE.part, or from a FILE that another program left unfinished: asks for the rest with a \
            guard (If-Range) and compares the seam. When the server has another file, FILE.part is begun again, which is \
            said; a FILE is left as it is, also a longer one, and the exit code is 33. A number \
            is curl's own way: those bytes are skipped and the rest is appended to FILE, unguarded. Goes before -r.
            """
        ) { settings, value throws(OptionFault) in
            let text = try value.text()
            settings.transfer.download.continueAt =
                text == "-" ? .whatIsThere : .offset(Int64(try NumberArgument.count(value)))
        },
        .flag(
            "dry-run", nil, [.sockeye, .verbose], "Print the requests instead of sending them",
            """
            Prints each request's head as it would go over the wire, with what a download would go on from. Redirects \
            and further segments, which depend on answers, are not shown.
            """
        ) { $0.isDryRun = $1 },
        .value(
            "input-file", nil, "file", [.sockeye, .curl], "Read URLs from a file",
            """
            One file a line, from standard input for "-": its URL, and mirrors of it after tabs. Each is saved in the \
            working folder under the last part of its path. Indented lines after it are aria2's options, of which \
            "out=NAME", "dir=FOLDER" and "checksum=sha-256=HEX" are known and others refused. Empty lines and lines that \
            begin with # are passed over. Which files are complete is noted in FILE.sockeye while it runs (--journal).
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            let path = try value.text()
            guard let text = String(validating: try value.contents(of: path), as: UTF8.self) else {
                throw .invalid("\(path) is not UTF-8")
            }
            for target in try InputList.targets(in: text) { settings.transfer.add(target) }
            if path != "-", settings.journal == nil { settings.journal = path + ".sockeye" }
        },
        .value(
            "limit-rate", nil, "speed", [.connection], "Limit transfer speed to RATE",
            """
            Receives at most so many bytes a second, over all segments together. K, M, G and T stand for powers of 1024.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.download.bytesPerSecond = try NumberArgument.size(value)
        },
        .onByDefault(
            "clobber", nil, [.curl, .output], "Do not overwrite files that already exist",
            "A file that is there already is left alone: the new one is called FILE.1, FILE.2 and so on up to 100."
        ) {
            $0.transfer.download.keepsExisting = !$1
            $0.transfer.download.replacesExisting = $1
        },
        .value(
            "metalink", nil, "file", [.sockeye, .curl], "Fetch the files of a Metalink document",
            """
            Reads a Metalink 4 document (RFC 5854), from standard input for "-": each file is saved in the working folder, \
            fetched from its first URL with the others as mirrors, and checked against its digest.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            for target in try Metalink.targets(in: try value.contents(of: try value.text())) {
                settings.transfer.add(target)
            }
        },
        .value(
            "mirror", nil, "url", [.sockeye, .connection], "Another place of the same file, for --segments",
            """
            Segments are fetched from this place too, once it is known to have the same file: the same length, and the \
            same strong ETag, a digest that the first server gives, or --checksum. An http mirror of an https URL needs \
            one of the digests. Mirrors that the server names (Link with rel=duplicate, RFC 6249) need a digest too, and \
            https if the URL has it.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            settings.transfer.download.mirrors.append(try value.text())
        },
        .flag(
            "parallel", "Z", [.connection, .curl], "Perform transfers in parallel",
            "Performs up to --parallel-max transfers at once; the exit code is that of the last one that failed."
        ) { $0.isParallel = $1 },
        .value(
            "parallel-max", nil, "num", [.connection, .curl], "Maximum concurrency for parallel transfers",
            "With -Z: at most so many transfers at once, 50 unless told, 300 at most."
        ) { settings, value throws(OptionFault) in
            let count = try NumberArgument.count(value)
            settings.mostParallel = count == 0 ? 50 : min(count, 300)
        },
        .value(
            "progress", nil, "meter|bar|lines|json|none", [.sockeye, .verbose], "How to tell the progress",
            """
            "meter" and "bar" are curl's. "lines" is one line for each file under way, with bar, percentage, speed, time \
            left and segments; where standard error is no terminal, a plain line for every tenth. "json" writes one \
            object a line to standard error for programs. On a terminal, -Z and --segments choose "lines".
            """
        ) { settings, value throws(OptionFault) in
            guard let style = Settings.ProgressStyle(rawValue: try value.text()) else {
                throw .invalid("expected meter, bar, lines, json or none")
            }
            settings.progress = style
        },
        .flag(
            "remote-header-name", "J", [.output], "Use the header-provided filename",
            """
            With -O: the file is named after the Content-Disposition field, made safe; without one after the URL. A file \
            that is there already is an error (23), unless --clobber, --no-clobber or --skip-existing says otherwise.
            """
        ) { $0.transfer.download.usesServerName = $1 },
        .flag(
            "remote-time", "R", [.output], "Set the remote file's time on the local output",
            "The file gets the time of its Last-Modified field."
        ) { $0.transfer.download.keepsTime = $1 },
        .flag(
            "require-resumable", nil, [.sockeye], "Fail unless the transfer can be resumed safely",
            """
            A server that gives neither a strong ETag nor a usable Last-Modified, or that would have a resume begin \
            again, is an error (36).
            """
        ) { $0.transfer.download.requiresResumable = $1 },
        .value(
            "retry", nil, "num", [.curl], "Retry request if transient problems occur",
            """
            Asks again so many times after a timeout, a cut connection, or 408, 429, 500, 502, 503 or 504; waits one \
            second, then two, and so on up to ten minutes, or as long as Retry-After says. With -f, -C -, --segments or \
            --checksum a file goes on where it stopped.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.download.retry.count = try NumberArgument.count(value)
        },
        .flag(
            "retry-all-errors", nil, [.curl], "Retry all errors (use with --retry)",
            "Every failure of a request counts as one that may pass."
        ) { $0.transfer.download.retry.includesAllErrors = $1 },
        .flag(
            "retry-connrefused", nil, [.curl], "Retry on connection refused (use with --retry)",
            "A refused connection counts as one that may be taken later."
        ) { $0.transfer.download.retry.includesRefusedConnections = $1 },
        .value(
            "retry-delay", nil, "seconds", [.curl], "Wait time between retries",
            "Waits so long before each retry, instead of twice as long each time. 0 is the default again."
        ) { settings, value throws(OptionFault) in
            let delay = try NumberArgument.seconds(value)
            settings.transfer.download.retry.delay = delay ?? .seconds(1)
            settings.transfer.download.retry.doublesDelay = delay == nil
        },
        .value(
            "retry-max-time", nil, "seconds", [.curl], "Retry only within this period",
            "No retry begins later than so long after the start. 0 is no limit."
        ) { settings, value throws(OptionFault) in
            settings.transfer.download.retry.period = try NumberArgument.seconds(value)
        },
        .value(
            "segments", nil, "N|auto", [.sockeye], "Fetch a file in N parts at once",
            """
            Asks for N parts of the file over connections of their own, at most 16, where the server honours ranges. \
            "auto" begins with one and takes more as long as more are measurably faster. Every part is checked before it \
            is written; slow parts are split again; a server that refuses is asked for fewer.
            """
        ) { settings, value throws(OptionFault) in
            if try value.text() == "auto" {
                settings.transfer.download.segments = .automatic
            } else {
                let count = try NumberArgument.count(value)
                guard (1...SegmentCount.mostPerHost).contains(count) else {
                    throw .invalid("expected 1 to \(SegmentCount.mostPerHost), or auto")
                }
                settings.transfer.download.segments = .fixed(count)
            }
        },
        .onByDefault(
            "sync", nil, [.sockeye, .output], "Do not wait until files are on the disk",
            """
            A file gets its name when its bytes are on the disk (fsync). Without that it is there sooner, and a power cut \
            may leave an empty or broken file.
            """
        ) { $0.transfer.download.isDurable = $1 },
    ]

    private static func checksum(_ value: OptionValue) throws(OptionFault) -> ChecksumArgument {
        let text = try value.text()
        if text.hasPrefix("@") {
            let lines = ChecksumArgument.lines(in: try fileOrText(value))
            guard !lines.isEmpty else { throw .invalid("\(text.dropFirst()) holds no digests") }
            return .list(lines)
        }
        guard let checksum = Checksum(text) else {
            throw .invalid(
                "expected md5, sha1, sha256, sha384 or sha512, a colon, and that digest in hexadecimal digits")
        }
        return .value(checksum)
    }
}
