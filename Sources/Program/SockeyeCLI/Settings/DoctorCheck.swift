/// What `--doctor` doesn't go with.
enum DoctorCheck {
    /// Refuses what an examination doesn't do, rather than to leave it out silently.
    static func check(_ settings: inout Settings) throws(OptionError) {
        var refused: String?
        if settings.printsSwift { refused = "--swift" }
        if settings.isDryRun { refused = "--dry-run" }
        if settings.runsInBackground { refused = "--background" }
        if settings.recording.file != nil { refused = "--record" }
        if settings.transcript.archive != nil { refused = "--har" }
        if settings.transcript.page != nil { refused = "--explain-page" }
        if settings.trace.explains { refused = "--explain" }
        for operation in settings.operations {
            if let other = other(in: operation) { refused = other }
        }
        if let refused { throw .excluding("--doctor and \(refused)") }
        if settings.operations.contains(where: { $0.targets.contains { $0.output != nil } }) {
            throw OptionError("--doctor prints its report and saves no body: use > FILE instead of -o or -O")
        }
        if settings.trace.form != .none { settings.warnings.append("-v and --trace show nothing of an examination") }
    }

    /// The option, if any, that asks for something else than to fetch a page.
    private static func other(in operation: TransferSettings) -> String? {
        if operation.upload.form != nil { return "-F" }
        if operation.authentication.store != nil { return "--user-from" }
        if operation.extraction.isOn { return "--extract" }
        if operation.data != nil, !operation.putsDataInURL { return "-d" }
        if operation.targets.contains(where: \.isUpload) { return "-T" }
        if operation.printsEvents { return "--events" }
        if operation.headerFile != nil { return "-D" }
        if operation.writeOut != WriteOutFormat("") { return "-w" }
        if operation.asksHeadOnly { return "-I" }
        if operation.parsing.format != nil { return "--parse" }
        if operation.targets.contains(where: \.isBareConnection) { return "--connect" }
        if let method = operation.customMethod, !["GET", "HEAD"].contains(method) {
            return "-X \(method) (it sends GET and HEAD only)"
        }
        return nil
    }
}
