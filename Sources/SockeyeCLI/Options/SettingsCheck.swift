/// What can be known to be wrong only when all options have been read.
enum SettingsCheck {
    /// Refuses an operation without a URL or with two methods; warns of outputs that no URL uses, and drops them.
    static func check(_ settings: inout Settings) throws(OptionError) {
        try settings.changeOperations { (operation) throws(OptionError) in try checkParsing(&operation) }
        for operation in settings.operations {
            if !operation.targets.contains(where: { $0.url != nil }) {
                throw OptionError(exitCode: .failedInitialization, message: "no URL specified!")
            }
            if operation.asksHeadOnly, operation.data != nil, !operation.putsDataInURL {
                throw OptionError(
                    exitCode: .failedInitialization,
                    message: "You can only select one HTTP request method! You asked for both POST (-d, --data) and "
                        + "HEAD (-I, --head)."
                )
            }
            let conditions = operation.conditions
            if conditions.savedTagFile != nil || conditions.comparedTagFile != nil, operation.hasSeveralURLs {
                throw OptionError(
                    exitCode: .failedInitialization, message: "The etag options only work on a single URL")
            }
            if operation.download.removesOnError, operation.download.continueAt != nil {
                throw OptionError(
                    exitCode: .failedInitialization,
                    message: "--continue-at and --remove-on-error exclude each other")
            }
            if operation.targets.contains(where: { $0.url == nil }) {
                settings.warnings.append("Got more output options than URLs")
            }
        }
    }

    /// Finds the files among the targets of `--parse`. Without it, `-` is no target.
    private static func checkParsing(_ operation: inout TransferSettings) throws(OptionError) {
        let isParsing = operation.parsing.format != nil
        if isParsing, operation.download.isGuarded || operation.download.continueAt != nil {
            throw OptionError(
                exitCode: .failedInitialization,
                message: "--parse writes something else than the file, so it goes with none of -C, --checksum, "
                    + "--mirror, --require-resumable and --segments")
        }
        if isParsing { operation.findLocalFiles() }
        if operation.targets.contains(where: { $0.url == "-" && !$0.isLocal }) {
            throw OptionError(
                exitCode: .failedInitialization, message: "option -: is unknown")
        }
    }
}

extension TransferSettings {
    /// Whether there is more than one URL, or one that stands for several.
    fileprivate var hasSeveralURLs: Bool {
        let urls = targets.compactMap(\.url)
        if urls.count != 1 || globsOff { return urls.count > 1 }
        return urls.contains { ((try? URLGlob(parsing: $0))?.count ?? 1) > 1 }
    }
}
