internal import SockeyeIO
internal import SockeyeTranscript

/// `--from-har`: an operation for each request of the archive, with the other options of the one that named it.
enum ArchivedRequests {
    /// Replaces operations that name an archive.
    static func expand(_ settings: inout Settings, on machine: any Machine) throws(OptionError) {
        guard settings.operations.contains(where: { $0.archive != nil }) else { return }
        var warnings: [String] = []
        var archives: [(file: String, requests: [HARReader.Request])] = []
        try settings.expandOperations { (operation) throws(OptionError) in
            guard let archive = operation.archive else { return [operation] }
            try check(operation)
            let (requests, foreignCount) = try read(archive, on: machine, until: operation.deadline)
            if foreignCount > 0 {
                warnings.append(
                    "\(archive): \(foreignCount) \(foreignCount == 1 ? "entry is" : "entries are") left out, whose URLs aren't of HTTP"
                )
            }
            archives.append((archive, requests))
            let missing =
                Set(requests.flatMap(\.missingFields)).sorted()
                + Set(requests.flatMap(\.missingParameters)).sorted().map {
                    "the parameter \(TerminalText.escaped($0))"
                }
            if !missing.isEmpty {
                warnings.append(
                    "\(archive) has no values for \(missing.joined(separator: ", ")), which are not sent; "
                        + "give them with -H, -u, -b or --url-query, or write the archive with --keep-secrets")
            }
            return operations(for: requests, operation)
        }
        settings.warnings += warnings
        if settings.recording.file != nil { settings.recording.archives = archives }
    }

    private static func failure(_ message: String, _ code: ExitCode = .failedInitialization) -> OptionError {
        OptionError(exitCode: code, message: "option --from-har: \(message)")
    }

    /// The archive says what these would.
    private static func check(_ operation: TransferSettings) throws(OptionError) {
        let others = [
            ("-d", operation.data != nil), ("-F", operation.upload.form != nil), ("-X", operation.customMethod != nil),
            ("-I", operation.asksHeadOnly), ("-T", operation.targets.contains(where: \.isUpload)),
        ]
        guard let other = others.first(where: \.1)?.0 else { return }
        throw failure("the archive has methods and bodies, so it cannot be used with \(other)")
    }

    private static func read(
        _ path: String, on machine: any Machine, until deadline: Deadline
    ) throws(OptionError) -> ([HARReader.Request], foreignCount: Int) {
        var requests: [HARReader.Request] = []
        var reader = HARReader()
        do {
            // A recording has the requests, with secrets masked.
            var input = try InputReader(path, .own, on: machine, until: deadline)
            while let chunk = try input.next() { requests += try reader.read(chunk) }
            requests += try reader.finish()
            if requests.isEmpty { throw HARError.foreign }
        } catch let error as InputError {
            throw failure(error.text, error.exitCode)
        } catch {
            throw failure("\(path): \(TerminalText.escaped("\(error)"))", .readError)
        }
        return (requests, reader.foreignCount)
    }

    /// URLs of the command line go first, and outputs belong to all by order.
    private static func operations(
        for requests: [HARReader.Request], _ operation: TransferSettings
    ) -> [TransferSettings] {
        var outputs = operation.targets.filter { $0.url == nil }[...]
        var operations: [TransferSettings] = []
        let own = operation.targets.filter { $0.url != nil }
        if !own.isEmpty {
            var first = operation
            first.archive = nil
            first.targets = own
            operations.append(first)
        }
        for (index, request) in requests.enumerated() {
            var made = operation
            var target = outputs.popFirst() ?? TransferTarget()
            (target.url, target.isVerbatim) = (request.url, true)
            // What nothing is left for, the usual check complains about.
            made.targets = [target] + (index == requests.indices.last ? outputs : [])
            take(request, into: &made)
            operations.append(made)
        }
        return operations
    }

    private static func take(_ request: HARReader.Request, into operation: inout TransferSettings) {
        switch (request.method, request.body) {
        case ("GET", nil), ("POST", _?): break
        case ("HEAD", nil): operation.asksHeadOnly = true
        case (let method, _): operation.customMethod = method
        }
        // The path was sent like that: one with dots may be what --path-as-is asked for.
        operation.content.keepsPath = true
        operation.data = request.body.map { RequestData(pieces: [.bytes($0)]) } ?? operation.data
        var own = Set(operation.headers.map { $0.name.lowercased() })
        if operation.userAgent != nil { own.insert("user-agent") }
        if operation.referer != nil { own.insert("referer") }
        if operation.range != nil { own.insert("range") }
        var edits: [HeaderEdit] = []
        var names: Set<String> = []
        for (name, value) in request.fields where !own.contains(name.lowercased()) {
            names.insert(name.lowercased())
            edits.append(value.isEmpty ? .setEmpty(name: name) : .set(name: name, value: OctetText(value)))
        }
        // Only what the archive has is sent, and not what this program sends by default.
        for name in ["accept", "content-type", "expect", "user-agent"]
        where !names.contains(name) && !own.contains(name) {
            edits.append(.remove(name: name))
        }
        operation.headers = edits + operation.headers
    }
}
