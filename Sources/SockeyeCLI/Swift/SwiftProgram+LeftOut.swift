internal import Sockeye

// What the program does not do, as comments.
extension SwiftProgram {
    /// What the program leaves out of an operation.
    static func notes(_ operation: TransferSettings, _ settings: Settings) -> [String] {
        var left: [String] = []
        if !operation.writeOut.isEmpty { left.append("-w") }
        if operation.headerFile != nil { left.append("-D") }
        if settings.trace.form != .none { left.append("-v and --trace (an ExchangeObserver sees the same)") }
        if !operation.hstsFiles.isEmpty { left.append("--hsts (HSTSStore)") }
        if operation.cache.isUsed { left.append("--cache (HTTPCache)") }
        if operation.parsing.format != nil { left.append("--parse (import SockeyeParsers)") }
        if let algorithm = operation.parsing.digest { left.append("--digest \(algorithm.rawValue)") }
        if operation.conditions.savedTagFile != nil { left.append("--etag-save") }
        if operation.authentication.readsNetrc { left.append("--netrc (Netrc)") }
        if operation.resumable != nil { left.append("--resumable (HTTPClient.uploadResumably)") }
        if settings.shard != nil { left.append("--shard (Shard of SockeyeTransfers)") }
        if settings.isParallel { left.append("-Z (DownloadQueue, or a task group)") }
        return left.isEmpty ? [] : ["Left out: " + left.joined(separator: ", ")]
    }

    /// What it leaves out of a response that isn't downloaded to a file.
    static func notes(onPrinted target: TransferTarget, _ operation: TransferSettings) -> [String] {
        var left: [String] = []
        if let option = savingOption(target, operation) {
            left.append("\(option) (the response goes to standard output)")
        }
        let download = operation.download
        if download.continueAt == .whatIsThere { left.append("-C -") }
        if download.checksum != nil || target.checksum != nil { left.append("--checksum") }
        if download.segments != nil { left.append("--segments") }
        if !download.mirrors.isEmpty || !target.mirrors.isEmpty { left.append("--mirror") }
        if download.requiresResumable { left.append("--require-resumable") }
        if operation.mostBodyBytes != nil { left.append("--max-filesize") }
        if operation.extraction.isOn { left.append("--extract") }
        return left.isEmpty ? [] : [SwiftLiteral.comment("Left out: " + left.joined(separator: ", "))]
    }

    /// What it leaves out of a download to a file.
    static func notes(onDownload operation: TransferSettings) -> [String] {
        let offset = operation.download.offset
        return offset > 0 ? [SwiftLiteral.comment("Left out: -C \(offset) (the bytes are not added to the file)")] : []
    }

    /// What it leaves out of a stream.
    static func notes(onStream target: TransferTarget, _ operation: TransferSettings) -> [String] {
        guard let option = savingOption(target, operation) else { return [] }
        return [SwiftLiteral.comment("Left out: \(option) (the output goes to standard output)")]
    }

    /// The option that keeps the body from standard output, if any.
    private static func savingOption(_ target: TransferTarget, _ operation: TransferSettings) -> String? {
        switch target.output {
        case .file: "-o"
        case .remoteName: "-O"
        case .nothing: "--out-null"
        case nil: operation.namesAllRemotely ? "--remote-name-all" : nil
        case .standardOutput, .standardOutputByName: nil
        }
    }
}
