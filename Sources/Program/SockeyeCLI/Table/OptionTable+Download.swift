internal import Sockeye
internal import SockeyeArchive

// Options about downloads: resuming, splitting, verifying, unpacking.
extension OptionTable {
    static let downloadRows: [Option] = [
        Option(
            "checksum", nil, [.sockeye, .output], "Verify the file's digest",
            """
            Give the file its name only if it has this digest: md5, sha1, sha256, sha384 or sha512, a colon, and \
            hexadecimal digits; aria2's sha-256=HEX is the same. "@file" is a checksum file in the format of sha256sum, in which the output's name is \
            looked up, with its folders if several files have it, and the strongest digest if it has several; the only line, besides comments, is for \
            any file. On a mismatch, the bytes stay in FILE.part and the exit code is 120.
            """, .parsed("sha256:hex|@file", checksum) { $0.transfer.download.checksum = $1 }),
        Option(
            "continue-at", "C", [.connection], "Resumed transfer offset",
            """
            With "-", resume from FILE.part, or from a FILE that another program left unfinished: request the rest \
            with a guard (If-Range) and compare the overlap. If the server has a different file, FILE.part is \
            restarted, with a message; a FILE is left as it is, even if it is longer, and the exit code is 33, as it is if \
            the server ignores ranges. A FILE isn't touched by a request that cannot resume it either (-d, -I, --raw): \
            exit code 2. With -i, the head and the rest go behind what FILE has, without comparing. With a number, do as curl does: skip that many bytes and append the rest to \
            FILE, unguarded. -d and -F exclude it.
            """,
            .value("offset") { settings, value throws(OptionFault) in
                let text = try value.text()
                settings.transfer.download.continueAt =
                    text == "-" ? .whatIsThere : .offset(Int64(try NumberArgument.count(value)))
            }),
        Option(
            "dry-run", nil, [.sockeye, .verbose], "Print the requests instead of sending them",
            """
            Print the headers of each request instead of sending it, and where a download would resume. Redirects and \
            further segments depend on responses and are not shown.
            """, .flag { $0.isDryRun = $1 }),
        Option(
            "input-file", nil, [.sockeye, .curl], accumulates: true, "Read URLs from a file",
            """
            Read one file per line, from standard input for "-": its URL, then its mirrors after tabs. Each is saved \
            in the working folder under the last part of its path. Indented lines below it are options in the format \
            of aria2: "out=NAME", "dir=FOLDER" and "checksum=sha-256=HEX"; others are refused. NAME replaces no file \
            that is there, unless --clobber is given; the last part of a path does, as with -O. Empty lines and lines \
            that start with # are ignored. Two files of one name among the first 65,536 are an error, except with \
            --no-clobber. Completed files are recorded in FILE.sockeye until all are complete (--journal), so that the \
            same command then fetches the others; the exit code is that of the last failure. A long list is read as it \
            is needed, not kept in memory; one from a pipe is kept in a file of TMPDIR (/tmp).
            """,
            .value("file") { settings, value throws(OptionFault) in
                let list = try ListedFiles(
                    value, position: settings.transfer.targets.count, naming: settings.transfer.naming)
                settings.transfer.lists.append(list)
                if list.path != "-", settings.journal == nil { settings.journal = list.path + ".sockeye" }
            }),
        Option(
            "limit-rate", nil, [.connection], "Limit transfer speed to RATE",
            "Receive at most this many bytes per second, over all segments together. K, M, G and T are powers of 1024.",
            .size("speed") { $0.transfer.download.bytesPerSecond = $1 }),
        Option(
            "clobber", nil, [.curl, .output], isOnByDefault: true, "Do not overwrite files that already exist",
            "Leave an existing file alone, and name the new one FILE.1, FILE.2 and so on, up to 100.",
            .flag { ($0.transfer.download.keepsExisting, $0.transfer.download.replacesExisting) = (!$1, $1) }),
        Option(
            "from-metalink", nil, [.sockeye, .curl], accumulates: true, "Fetch the files of a Metalink document",
            """
            Read a Metalink document (version 4, RFC 5854, or 3), from standard input for "-": save each file in the working folder, \
            fetch it from its first URL with the others as mirrors, and verify its size, its digest and those of its \
            pieces. A file that is there already is an error (23), unless --clobber, --no-clobber or --skip-existing is \
            given.
            """,
            .value("file") { settings, value throws(OptionFault) in
                let metalink = try Metalink(try value.contents(of: try value.nameOfFile()))
                settings.warnings += metalink.warnings
                for target in metalink.targets { settings.transfer.add(target) }
            }),
        Option(
            "mirror", nil, [.sockeye, .connection], accumulates: true, "Another URL of the same file, for --segments",
            """
            Fetch segments from this URL too, once it is known to have the same file: the same length, and the same \
            strong ETag, a digest from the first server, or --checksum. If the URL fails, the whole file comes from the \
            next mirror, unless that says that its file has another length. An http mirror of an https URL needs one of \
            the digests. Mirrors named by the server (Link with rel=duplicate, RFC 6249) need a digest too, and https \
            if the URL uses it.
            """, .text("url") { $0.transfer.download.mirrors.append($1) }),
        Option(
            "parallel", "Z", [.connection, .curl], "Perform transfers in parallel",
            """
            Run up to --parallel-max transfers at once. The exit code is that of the last one that failed. Up to 32 files get \
            to the disk together, with one wait for all (syncfs): a transfer is reported when its file is there, which a \
            fifth of a second may delay, and the next one begins meanwhile. That wait is for what other programs have \
            written too; where they have written much, or the file system can't do it, each file is waited for. A power cut \
            leaves each file whole or missing; Ctrl-C, once what was received is whole.
            """, .flag { $0.isParallel = $1 }),
        Option(
            "parallel-max", nil, [.connection, .curl], "Maximum concurrency for parallel transfers",
            "With -Z, run at most this many transfers at once: 50 by default, at most 300.",
            .count("num") { $0.parallelLimit = $1 == 0 ? 50 : min($1, 300) }),
        Option(
            "progress", nil, [.sockeye, .verbose], "How to show progress",
            """
            "meter" and "bar" are curl's. "lines" shows one line per active file, with a bar, percentage, speed, time \
            left and segments; if standard error is not a terminal, it prints a plain line for every tenth. "json" \
            writes one object per line to standard error, for programs: name, bytes, total (or null), bytesPerSecond, \
            segments (pairs of position and end), isLast and isFailed. On a terminal, -Z and --segments default to \
            "lines" with a heading; elsewhere -Z has curl's table, and --segments nothing.
            """, .word("meter|bar|lines|json|none") { $0.progress = $1 }),
        Option(
            "remote-header-name", "J", [.output], "Use the header-provided filename",
            """
            With -O, name the file after the Content-Disposition header, made safe, or after the URL if there is none. \
            An existing file is an error (23), unless --clobber, --no-clobber or --skip-existing is given.
            """, .flag { $0.transfer.download.usesServerName = $1 }),
        Option(
            "remote-time", "R", [.output], "Set the remote file's time on the local output",
            "Set the file's time to that of the Last-Modified header.", .flag { $0.transfer.download.keepsTime = $1 }),
        Option(
            "require-resumable", nil, [.sockeye], "Fail unless the transfer can be resumed safely",
            """
            Fail with exit code 36 if the server sends neither a strong ETag nor a usable Last-Modified, or if a \
            resume would have to start over. What FILE.part has is resumed, as with -C -.
            """, .flag { $0.transfer.download.requiresResumable = $1 }),
        Option(
            "retry", nil, [.curl], "Retry request if transient problems occur",
            """
            Retry a request this many times after a timeout, or status 408, 429, 500, 502, 503 or 504. Wait one second, \
            then two, doubling up to ten minutes, or longer if Retry-After says so. With -f, -C -, --segments or --checksum, \
            also after a connection that was cut, and a file resumes where it stopped; failures then count anew once it \
            has grown. Only GET is repeated after part of its answer has come. With -L, other requests aren't repeated once a \
            redirect has answered them.
            """, .count("num") { ($0.transfer.download.retry.count, $0.transfer.download.isRetryGiven) = ($1, true) }),
        Option(
            "retry-all-errors", nil, [.curl], "Retry all errors (use with --retry)",
            "Treat every failure of a request as transient.",
            .flag { $0.transfer.download.retry.includesAllErrors = $1 }),
        Option(
            "retry-connrefused", nil, [.curl], "Retry on connection refused (use with --retry)",
            "Treat a refused connection as transient.",
            .flag { $0.transfer.download.retry.includesRefusedConnections = $1 }),
        Option(
            "retry-delay", nil, [.curl], "Wait time between retries",
            "Wait this long before each retry, instead of doubling the wait. 0 restores the default.",
            .seconds("seconds") { settings, delay in
                settings.transfer.download.retry.delay = delay ?? .seconds(1)
                settings.transfer.download.retry.doublesDelay = delay == nil
            }),
        Option(
            "retry-max-time", nil, [.curl], "Retry only within this period",
            "Start no retry later than this after the first request. 0 means no limit.",
            .seconds("seconds") { $0.transfer.download.retry.period = $1 }),
        Option(
            "segments", nil, [.sockeye], "Fetch a file in N parallel parts",
            """
            Fetch the file in N parts at once, at most 16, each over its own connection, if the server supports \
            ranges. "auto" starts with one and quadruples the parts as long as that is measurably faster. Every part is checked \
            before it is written; slow parts are split again; if the server refuses, fewer are used.
            """,
            .value("N|auto") { settings, value throws(OptionFault) in
                if try value.text() == "auto" {
                    settings.transfer.download.segments = .automatic
                } else {
                    let count = try NumberArgument.count(value)
                    guard (1...SegmentCount.perHostLimit).contains(count) else {
                        throw .invalid("expected 1 to \(SegmentCount.perHostLimit), or auto")
                    }
                    settings.transfer.download.segments = .fixed(count)
                }
            }),
        Option(
            "sync", nil, [.sockeye, .output], isOnByDefault: true, "Do not wait until files are on disk",
            """
            Rename a finished file without waiting for its bytes to reach the disk (fsync). That is faster, but a \
            power cut may leave an empty or broken file.
            """, .flag { $0.transfer.download.isDurable = $1 }),
        Option(
            "background", nil, [.sockeye, .curl], "Continue in the background",
            """
            Detach from the terminal once the command line is read. Print the process ID and the name of the log: the \
            first -o with ".log" appended, else "sockeye-log"; an existing log is kept, and ".1", ".2" and so on are \
            tried. Only its owner may read it. URLs without -o are saved as with -O, but responses to -T and -F go to \
            the log. Standard input is still read, unless it is the terminal. By default, files resume from FILE.part, \
            and failed requests, refused connections included, are retried up to 20 times, or as often as --retry says.
            """, .flag { $0.runsInBackground = $1 }),
        Option(
            "head-first", nil, [.sockeye, .http], "Send HEAD before fetching a file",
            """
            Send HEAD before the GET of a file. Its name, its length, whether it fits on the disk and whether the \
            server supports ranges are then known before the body, and --segments start at once. If HEAD is refused, \
            the file is requested as usual.
            """, .flag { $0.transfer.download.asksHeadFirst = $1 }),
        Option(
            "journal", nil, [.sockeye, .curl], "Record completed files in FILE",
            """
            Make an interrupted run resume when the same command is given again: files recorded here as complete are \
            skipped, the others resume from FILE.part. Only the owner can read it, and URLs are recorded without user \
            name and password. It is removed when the run is complete. --input-file LIST uses LIST.sockeye by default.
            """, .text("file") { $0.journal = $1 }),
        Option(
            "extract", nil, [.sockeye, .output], "Unpack the downloaded archive",
            """
            Unpack each file when it is complete and its --checksum verified: zip, or tar with gzip, bzip2, xz, zstd, lz4, lzip or \
            compress. Saves as -O does unless -o names the file, which stays, and takes no error pages, as with -f. It goes into \
            a new folder beside the file, named as it without .zip, .tar.gz and the like; --extract-dir chooses another. Nothing \
            is replaced, and nothing is written outside the folder: an archive with absolute names, .., links that lead out, \
            devices, two entries of one name or place, or encrypted ones without --extract-password is refused as a whole, with \
            exit code 116; so is one that \
            exceeds --extract-max-size, --extract-max-entries or --extract-max-ratio. Owners, setuid and the like are not \
            restored. Until everything is unpacked and, unless --no-sync is given, on disk, it is in a folder .sockeye-extract-…, \
            which a failure, Ctrl-C or the end of -m, which limits fetching and unpacking together, removes; only kill -9 leaves \
            it. A file that is not fetched again (--skip-existing, -z, --etag-compare, -C -, a list that goes on) is unpacked if \
            what is first in it is not there yet; one that is fetched again is refused where its names are taken.
            """, .flag { if $1 { $0.transfer.extract() } else { $0.transfer.extraction.isOn = false } }),
        Option(
            "extract-dir", nil, [.sockeye, .output], "The folder that --extract unpacks into",
            """
            Unpack into this folder, made if missing, with --create-dirs those above it too; in one that exists, each name at the \
            top of the archive must be new. Implies --extract. --output-dir does not apply to it.
            """,
            .value("dir") { settings, value throws(OptionFault) in
                let folder = try value.text()
                guard !folder.isEmpty else { throw .invalid("expected a folder") }
                settings.transfer.extraction.folder = folder
                settings.transfer.extract()
            }),
        Option(
            "extract-max-entries", nil, [.sockeye, .output], "Most entries of an archive",
            "Refuse an archive with more files, folders and links than this (200,000).",
            .count("number") { $0.transfer.extraction.limits.entryLimit = $1 }),
        Option(
            "extract-max-ratio", nil, [.sockeye, .output], "Most bytes unpacked for each byte of an archive",
            """
            Refuse an archive that unpacks to more bytes for each of its own than this (200), which only a bomb does. The first 32 \
            MiB are free.
            """, .count("number") { $0.transfer.extraction.limits.ratioLimit = max(1, $1) }),
        Option(
            "extract-max-size", nil, [.sockeye, .output], "Most bytes of an archive's files",
            "Refuse an archive whose files have more bytes together than this (16G). K, M, G and T are powers of 1024.",
            .size("bytes") { $0.transfer.extraction.limits.byteLimit = $1 ?? .max }),
        Option(
            "extract-password", nil, [.sockeye, .output], "The password of a zip's files",
            """
            Open the encrypted files of a zip with the first line of this file; - asks for it on the terminal. It is never an \
            argument, which others could see.
            """,
            .file("file") {
                $0.transfer.extraction.passwordFile = $1
                $0.transfer.extract()
            }),
        Option(
            "archive-password", nil, [.sockeye, .upload], "Encrypt the zips of --archive",
            """
            Encrypt what --archive packs (AES-256, which 7-Zip and WinZip read) with the first line of this file; - asks for it \
            on the terminal. The names of the files stay readable.
            """, .file("file") { $0.transfer.extraction.archivePasswordFile = $1 }),
        Option(
            "archive", nil, [.sockeye, .upload], "Upload files and folders as zip archives",
            """
            Pack each file or folder of -T and of -F NAME=@ into a zip first, NAME.zip, and upload that: a folder with all that is \
            in it, links as links. --crlf excludes it. The archive lies in a folder of TMPDIR (/tmp) meanwhile; -m does not count the packing. \
            --dry-run packs too, to tell the length.
            """, .flag { $0.transfer.extraction.packsUploads = $1 }),
        Option(
            "xattr", nil, [.output], "Store metadata in extended file attributes",
            """
            Keep in extended attributes of the finished file where it comes from: the URL without credentials, the \
            Content-Type and the Referer. A file system that has none of them is a warning.
            """, .flag { $0.transfer.download.keepsOrigin = $1 }),
    ]

    private static func checksum(_ value: OptionValue) throws(OptionFault) -> ChecksumArgument {
        if let path = try value.fileName() {
            let lines = ChecksumArgument.lines(in: try fileOrText(value))
            if lines.allSatisfy({ $0 == nil }) { throw .invalid("\(path) contains no digests") }
            return .list(lines)
        }
        guard let checksum = ChecksumArgument.digest(try value.text()) else {
            throw .invalid(
                "expected md5, sha1, sha256, sha384 or sha512, a colon, and that digest in hexadecimal digits")
        }
        return .value(checksum)
    }
}
