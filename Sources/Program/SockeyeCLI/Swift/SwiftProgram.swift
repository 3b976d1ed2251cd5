internal import Sockeye
internal import SockeyeHTTP1

/// `--swift`: the Swift program that does what the command line says, to go on from.
///
/// ```
///   settings ──→ imports · the client ──→ for each URL: the request ──→ what becomes of the response
/// ```
struct SwiftProgram {
    /// The program for all operations.
    ///
    /// - Throws: what the request itself would fail with, such as a file that can't be read.
    static func text(for run: Run) throws -> String {
        let settings = run.settings
        if let option = protecting.first(where: { settings.switched[$0] == true }) {
            throw TransferFailure(
                .failedInitialization,
                "--swift can't express --\(option), and the program would be less safe without it")
        }
        var program = SwiftProgram(run: run)
        for operation in settings.operations {
            let lines = try program.statements(for: operation, settings)
            program.lines += [""] + (settings.operations.count > 1 ? scope(lines) : lines)
        }
        let heading =
            [
                "// Made by sockeye --swift. Package.swift needs the product Sockeye of the package sockeye."
            ] + leftOut(of: settings) + [""]
        let imports = (["Sockeye"] + program.modules).sorted().map { "import \($0)" }
        let errors = program.refuses ? ["", "struct Refused: Error {", "    var status: Int", "}"] : []
        return (heading + imports + errors + program.lines).joined(separator: "\n") + "\n"
    }

    /// The lines with their own names.
    private static func scope(_ lines: [String]) -> [String] {
        ["do {"] + lines.map { $0.isEmpty ? "" : "    " + $0 } + ["}"]
    }

    private let run: Run
    private var lines: [String] = []
    /// Modules besides Sockeye.
    var modules: Set<String> = []
    /// Whether a status of 400 and more is thrown.
    private var refuses = false

    private mutating func statements(
        for operation: TransferSettings, _ settings: Settings
    ) throws -> [String] {
        var operation = operation
        let packing = packing(&operation)
        let store = store(of: operation, settings)
        if settings.action != .transfer { return store + (try keeping(operation, settings)) }
        let client = SwiftClient(operation)
        modules.formUnion(client.modules)
        var lines = client.lines + ["let client = HTTPClient(configuration: configuration)"]
        lines += packing + store
        let targets = try operation.everyTarget().filter { $0.url != nil }
        for target in targets {
            let pieces = try statements(for: target, operation)
            lines += [""] + (targets.count > 1 ? Self.scope(pieces) : pieces)
        }
        if let jar = operation.cookies.jar, jar != "-" {
            lines += ["", "try cookies.save(to: \(SwiftLiteral.string(jar)))"]
        }
        return lines
    }

    // MARK: One URL

    private mutating func statements(
        for target: TransferTarget, _ operation: TransferSettings
    ) throws -> [String] {
        var statements: [String] = []
        var target = target
        if let url = target.url, !operation.globsOff, !target.isVerbatim,
            let first = try? URLGlob(parsing: url).match(at: 0)
        {
            if first.url != url { statements.append(SwiftLiteral.comment("The first of those that \(url) stands for")) }
            target.url = first.url
            if case .file(let pattern) = target.output { target.output = .file(first.name(from: pattern)) }
        }
        guard let url = target.fullURL(defaultScheme: operation.redirects.defaultScheme) else {
            throw TransferFailure(.malformedURL, "'\(target.url ?? "")' is not a URL")
        }
        guard !TransferTarget.isFileURL(url) else {
            throw TransferFailure(.unsupportedProtocol, "--swift is for HTTP: \(url) is a file")
        }
        if target.isBareConnection { return statements + streams(to: url, target, operation) }
        let (built, sent) = Self.withoutArchives(operation, target)
        // Before the archive's name gives way to an empty file's.
        let named = UploadBody.url(url, of: target)
        let request = try RequestBuilder(run: run, settings: built, target: sent).request(for: named)
        if operation.authentication.signature != nil { modules.insert("SockeyeClient") }
        statements += SwiftRequest(request, operation, target).lines
        if url.lowercased().hasPrefix("ws") { return statements + webSockets(target, operation) }
        if operation.printsEvents { return statements + events(target, operation) }
        return statements + results(of: target, url, operation)
    }

    private mutating func results(of target: TransferTarget, _ url: String, _ operation: TransferSettings) -> [String] {
        if let destination = Self.destination(of: target, url, operation) {
            let options = Self.downloadOptions(operation, target)
            let more = options.isEmpty ? "" : ", options: options"
            return Self.notes(onDownload: operation) + options + [
                "let result = try await client.download(request, to: \(destination)\(more))",
                "print(result.path, result.byteCount, result.completeness)",
            ] + extraction(operation)
        }
        var lines = Self.notes(onPrinted: target, operation) + ["try await client.perform(request) { response in"]
        let refusal = "    if response.status.code >= 400 { throw Refused(status: response.status.code) }"
        refuses = refuses || operation.failsOnHTTPError || operation.failsWithBody
        if operation.failsOnHTTPError { lines.append(refusal) }
        if operation.includesHead || operation.asksHeadOnly {
            lines += [
                "    print(response.status)",
                "    for field in response.fields { print(\"\\(field.name.rawName): \\(field.value)\") }",
            ]
        }
        if !operation.asksHeadOnly {
            lines.append("    _ = try await response.body.write(toDescriptor: 1)  // standard output")
        }
        if operation.failsWithBody { lines.append(refusal) }
        return lines + ["}"]
    }

    /// Where the body is saved; `nil` for standard output.
    private static func destination(
        of target: TransferTarget, _ url: String, _ operation: TransferSettings
    ) -> String? {
        if operation.asksHeadOnly || operation.includesHead || target.isUpload || operation.upload.form != nil {
            return nil
        }
        var output = target.output
        if output == nil, operation.namesAllRemotely { output = .remoteName }
        switch output {
        case .file(let name):
            return SwiftLiteral.string(OutputFolder.path(name, in: target.folder ?? operation.outputFolder))
        case .remoteName:
            if operation.download.usesServerName {
                return ".folder(\(SwiftLiteral.string(operation.outputFolder ?? ".")))"
            }
            let name = (try? RemoteName.from(url: url)) ?? "index.html"
            return SwiftLiteral.string(OutputFolder.path(name, in: operation.outputFolder))
        default: return nil
        }
    }

    private static func downloadOptions(_ operation: TransferSettings, _ target: TransferTarget) -> [String] {
        let download = operation.download
        var lines: [String] = []
        switch download.segments {
        case .fixed(let count): lines.append("options.segments = .fixed(\(count))")
        case .automatic: lines.append("options.segments = .automatic")
        case nil: break
        }
        // The program can't skip what is there: it refuses, and replaces nothing.
        if !download.keepsExisting, !download.skipsExisting {
            let existing = download.continueAt == .whatIsThere ? ".continueFrom" : ".replace"
            lines.append("options.existing = \(existing)")
        }
        if download.requiresResumable { lines.append("options.resume = .required") }
        if download.retry.count > 0 { lines.append("options.retry.count = \(download.retry.count)") }
        if let rate = download.bytesPerSecond { lines.append("options.bytesPerSecond = \(rate)") }
        if download.keepsTime { lines.append("options.keepsModificationTime = true") }
        if let most = operation.bodyByteLimit { lines.append("options.byteLimit = \(most)") }
        if !download.mirrors.isEmpty {
            lines.append("options.mirrors = \(SwiftLiteral.list(download.mirrors.map(SwiftLiteral.string)))")
        }
        if let checksum = target.checksum ?? download.checksum?.checksum(for: target.url ?? "") {
            lines.append("options.checksum = Checksum(\(SwiftLiteral.string("\(checksum)")))")
        }
        if !download.isDurable { lines.append("options.isDurable = false") }
        if !download.isGuarded {
            lines.append("options.acceptedStatuses = 200...\(operation.failsOnHTTPError ? 399 : 999)")
        }
        return lines.isEmpty ? [] : ["var options = DownloadOptions()"] + lines
    }
}
