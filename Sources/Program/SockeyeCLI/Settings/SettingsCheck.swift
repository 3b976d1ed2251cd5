internal import Sockeye
internal import SockeyeIO
internal import SockeyeTransfers

/// Checks that need all options.
enum SettingsCheck {
    /// Refuses operations without a URL or with conflicting options; warns about outputs without a URL.
    static func check(
        _ settings: inout Settings, on machine: any Machine, as surface: CommandSurface
    ) throws(OptionError) {
        try settings.changeOperations { (operation) throws(OptionError) in try checkParsing(&operation, on: machine) }
        try settings.changeOperations { (operation) throws(OptionError) in
            for index in operation.targets.indices {
                guard let url = operation.targets[index].url, GatewayURL.isContent(url) else { continue }
                operation.targets[index].url = try GatewayURL.url(url, at: operation.gateway, on: machine)
            }
            takeFTPProxy(&operation, on: machine)
            passFTP(&operation)
        }
        settings.warnings += warnings(about: settings)
        if settings.switched["follow"] == true, settings.switched["location"] == true {
            settings.warnings.append("--follow overrides --location")
        }
        // An error page is no archive.
        settings.changeOperations { operation in
            if operation.extraction.isOn, !operation.failsWithBody { operation.failsOnHTTPError = true }
        }
        for operation in settings.operations {
            if surface == .curl { try checkFiles(operation, settings, on: machine) }
            if !operation.hasURL, !isEmptyPart(settings, operation) { throw OptionError(OptionError.noURL) }
            try checkShard(settings, operation)
            try checkNames(operation)
            try checkResumable(operation)
            let methods = methods(of: operation)
            if methods.count > 1 {
                throw OptionError(
                    "You can only select one HTTP request method! You asked for both \(methods[0]) and \(methods[1]).")
            }
            let conditions = operation.conditions
            if conditions.savedTagFile != nil || conditions.comparedTagFile != nil, operation.hasSeveralURLs {
                throw OptionError("The etag options only work on a single URL")
            }
            try checkContinuing(operation)
            if let both = exclusive(operation) { throw .excluding(both) }
            if settings.recording.file != nil,
                operation.extraction.passwordFile ?? operation.extraction.archivePasswordFile != nil
            {
                throw OptionError("--record keeps no passwords of archives, without which a replay fails: leave it out")
            }
            settings.warnings += try SchemeCheck.check(operation)
            if operation.targets.contains(where: { $0.url == nil }) {
                settings.warnings.append("Got more output options than URLs")
            }
            if surface == .curl {
                noteMethod(of: operation, &settings)
            } else if settings.trace.form != .none, operation.data != nil, !operation.putsDataInURL,
                operation.customMethod == "POST"
            {
                settings.warnings.append("-X POST isn't needed: the data makes it POST")
            }
        }
    }

    /// The files that curl looks for before anything else. A netrc file that isn't needed is no mistake, though it is one to curl 8.18.
    private static func checkFiles(
        _ operation: TransferSettings, _ settings: Settings, on machine: any Machine
    ) throws(OptionError) {
        let (trust, login) = (operation.trust, operation.authentication)
        let files = [
            ("cacert", trust.certificateAuthorityFile), ("crlfile", trust.tls.revocationListFile),
            ("netrc-file", login.isNetrcOptional || login.user != nil ? nil : login.netrcFile),
        ]
        for case (let option, let file?) in files where machine.knownFacts(of: file) == nil {
            var error = OptionError("option --\(option): is badly used here")
            if settings.printsErrors { error.preface = "The file '\(file)' provided to --\(option) does not exist" }
            throw error
        }
    }

    /// curl's words about a method of `-X` that means nothing, or not what it seems to.
    private static func noteMethod(of operation: TransferSettings, _ settings: inout Settings) {
        guard let method = operation.customMethod?.uppercased() else { return }
        var usual = operation
        usual.customMethod = nil
        let inferred = operation.targets.contains(where: \.isUpload) ? "PUT" : usual.method
        if method == inferred {
            settings.notes.append("Unnecessary use of -X or --request, \(inferred) is already inferred.")
        } else if method == "HEAD" {
            settings.warnings.append(
                "Setting custom HTTP method to HEAD with -X/--request may not work the way you want. Consider using -I/--head "
                    + "instead.")
        }
    }

    /// `$ftp_proxy`, where nothing but `ftp:` URLs is asked for: the rest of the environment is about others.
    private static func takeFTPProxy(_ operation: inout TransferSettings, on machine: any Machine) {
        let urls = operation.targets.compactMap(\.url)
        guard operation.proxy.server == nil, !urls.isEmpty, urls.allSatisfy({ $0.prefix(6).lowercased() == "ftp://" })
        else { return }
        let names = ["ftp_proxy", "FTP_PROXY", "all_proxy", "ALL_PROXY"]
        let text = names.lazy.compactMap { machine.text(ofVariable: $0) }.first { !$0.isEmpty }
        guard let text else { return }
        operation.proxy.server = (text, .http)
    }

    /// An HTTP proxy fetches `ftp:` URLs too (RFC 9112 section 3.2.2): their scheme's port is 21.
    private static func passFTP(_ operation: inout TransferSettings) {
        guard let proxy = operation.proxy.server, proxy.kind.isHTTP, !operation.proxy.tunnelsAlways else { return }
        for index in operation.targets.indices {
            guard let url = operation.targets[index].url, url.prefix(6).lowercased() == "ftp://" else { continue }
            let place = url.dropFirst(6).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            let host = place[(place.lastIndex(of: "@") ?? place.startIndex)...]
            // The colons in brackets are those of an IPv6 address.
            let hasPort = host[(host.lastIndex(of: "]") ?? host.startIndex)...].contains(":")
            operation.targets[index].url = "http://\(place)\(hasPort ? "" : ":21")\(url.dropFirst(6 + place.count))"
            operation.targets[index].isFTP = true
        }
    }

    /// Options of an operation that exclude each other; `nil` if none do.
    private static func exclusive(_ operation: TransferSettings) -> String? {
        let (download, parsing) = (operation.download, operation.parsing)
        let (events, extracts, ranges) = (operation.printsEvents, operation.extraction.isOn, operation.range != nil)
        let (heads, whole) = (operation.asksHeadOnly, "--checksum, --mirror, --require-resumable or --segments")
        // A digest or a range refers to the file as sent, not to the decoded one.
        if download.isGuarded, operation.coding != CodingSettings() {
            return "--compressed, --tr-encoding or --raw and -C -, \(whole)"
        }
        if download.isGuarded, ranges, !operation.targets.contains(where: \.isUpload) {
            return "--range and -C -, \(whole)"
        }
        if events, download.isGuarded || download.continueAt != nil { return "--events and -C, \(whole)" }
        if events, heads || parsing.digest != nil || extracts { return "--events and -I, --digest or --extract" }
        if events, parsing.conversion.format != nil, parsing.path == nil { return "--events and --to without --select" }
        if extracts, heads || operation.includesHead || parsing.format != nil || events || ranges {
            return "--extract and -I, -i, -r, --parse, --select, --to or --events"
        }
        // Line ends in a zip would break it.
        if operation.extraction.packsUploads, operation.upload.makesLineEnds { return "--archive and --crlf" }
        if download.removesOnError, download.continueAt != nil { return "--continue-at and --remove-on-error" }
        let tls = operation.trust.tls
        return !tls.verifiesPeer && tls.acceptedCertificate != nil ? "-k and --accept-cert" : nil
    }

    /// Whether it is a shard of an empty list: nothing to do, and for a scheduler no failure.
    private static func isEmptyPart(_ settings: Settings, _ operation: TransferSettings) -> Bool {
        settings.shard != nil && !operation.lists.isEmpty && operation.targets.isEmpty
    }

    /// `--shard` divides lists, and its journals need a folder.
    private static func checkShard(_ settings: Settings, _ operation: TransferSettings) throws(OptionError) {
        guard settings.shard != nil else { return }
        var message: String?
        if operation.lists.isEmpty {
            message = "--shard divides the files of --input-file: name a list"
        } else if operation.targets.contains(where: { $0.url != nil }) {
            message = "--shard divides --input-file, but every shard would fetch the other URLs: put them into the list"
        } else if settings.journal == nil {
            message = "--shard needs a folder for its journals: name the list's file, or a folder with --journal"
        }
        if let message { throw OptionError(message) }
    }

    /// Of two files of a list with one name, the first would be lost. Names and uploads of the command line aren't a list's.
    private static func checkNames(_ operation: TransferSettings) throws(OptionError) {
        for target in operation.targets where !operation.lists.isEmpty && target.url == nil {
            if target.upload != nil {
                throw OptionError("-T uploads to a URL of the command line, not to those of --input-file")
            }
            if case .file = target.output {
                throw OptionError(
                    "-o names the file of a URL of the command line: in --input-file, write \"out=FILE\" below a URL, indented"
                )
            }
        }
        if operation.download.keepsExisting { return }
        for list in operation.lists {
            let repeated: RepeatedName
            do throws(OptionFault) {
                repeated = try list.repeated(operation.naming)
            } catch {
                throw OptionError(exitCode: error.exitCode, message: error.text)
            }
            guard let name = repeated.name else { continue }
            let line = repeated.line.map { ", the second in line \($0)" } ?? ""
            throw OptionError(
                "\(list.path) gives two files the name \(name)\(line): write \"out=OTHER\" below one of them, indented, or let"
                    + " --no-clobber number them")
        }
    }

    /// With more shards than `--per-host` allows connections, each still has one. An empty list is often a mistake.
    private static func warnings(about settings: Settings) -> [String] {
        guard let shard = settings.shard else { return [] }
        let empty = settings.operations.filter { !$0.hasURL && isEmptyPart(settings, $0) }.flatMap(\.lists).map(\.path)
        let warnings = empty.map { "\($0) lists no files: nothing to do" }
        guard let most = settings.perHostLimit, shard.exceeds(most) else { return warnings }
        return warnings + [
            "--per-host \(most) is less than the \(shard.count) shards, and each of them has one connection to a host: let the"
                + " scheduler run at most \(most) at once (Slurm: --array=0-\(shard.count - 1)%\(most); Kubernetes: parallelism)"
        ]
    }

    /// What curl refuses beside -C.
    private static func checkContinuing(_ operation: TransferSettings) throws(OptionError) {
        guard operation.download.continueAt != nil else { return }
        // What answers a body isn't the rest of a file.
        let goesOn = operation.download.offset > 0
        let others = [
            ("--range", operation.range != nil),
            ("--remote-header-name", operation.download.usesServerName),
            ("--no-clobber", operation.download.keepsExisting),
            ("--data", goesOn && operation.data != nil && !operation.putsDataInURL),
            ("--form", goesOn && operation.upload.form != nil),
        ]
        if let other = others.first(where: \.1)?.0 { throw .excluding("--continue-at and \(other)") }
    }

    /// Finds the local files among the targets of `--parse`. Without it, `-` isn't a target.
    private static func checkParsing(_ operation: inout TransferSettings, on machine: any Machine) throws(OptionError) {
        let isParsing = operation.parsing.format != nil
        if isParsing, operation.download.isGuarded || operation.download.continueAt != nil {
            throw OptionError(
                "--parse does not write the file itself, so it cannot be used with -C, --checksum, "
                    + "--mirror, --require-resumable or --segments")
        }
        if isParsing { operation.findLocalFiles(on: machine) }
        if operation.targets.contains(where: { $0.url == "-" && !$0.isLocal }) {
            throw OptionError("option -: is unknown")
        }
    }

    /// `--resumable` needs a file whose bytes are sent unchanged.
    private static func checkResumable(_ operation: TransferSettings) throws(OptionError) {
        guard operation.resumable != nil else { return }
        var message: String?
        let files = operation.targets.filter { if case .file = $0.upload { true } else { false } }
        if operation.download.continueAt != nil {
            message = "--resumable asks the server where to go on, so -C cannot be used"
        }
        if files.isEmpty { message = "--resumable needs a file: name one with -T FILE" }
        if operation.upload.makesLineEnds { message = "--resumable cannot be used with --crlf" }
        if let message { throw OptionError(message) }
    }

    /// The options that each imply a method.
    private static func methods(of operation: TransferSettings) -> [String] {
        var methods: [String] = []
        if operation.upload.form != nil { methods.append("multipart formpost (-F, --form)") }
        if operation.targets.contains(where: \.isUpload) { methods.append("PUT (-T, --upload-file)") }
        if operation.data != nil { methods.append("POST (-d, --data)") }
        if operation.asksHeadOnly, !(operation.data != nil && operation.putsDataInURL) {
            methods.append("HEAD (-I, --head)")
        }
        return methods
    }
}

extension TransferSettings {
    /// Whether there is more than one URL, or one that expands to several.
    var hasSeveralURLs: Bool {
        let urls = targets.compactMap(\.url)
        let listed = lists.reduce(0) { $0 + $1.count }
        if listed > 0 { return urls.count + listed > 1 }
        if urls.count != 1 || globsOff { return urls.count > 1 }
        return urls.contains { ((try? URLGlob(parsing: $0))?.count ?? 1) > 1 }
    }
}
