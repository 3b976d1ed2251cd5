internal import SockeyeIO

/// A file that an option names, to be written or to be read while the operation runs: a body must not replace it, nor may another
/// option.
struct OptionFile {
    let option: String
    let name: String
    let isWritten: Bool

    /// Pairs of options that may name one file: what the one writes is read by the other before, or by the next run.
    private static let sharing: [Set<String>] = [["-b", "-c"], ["--etag-compare", "--etag-save"], ["-b", "-D"]]

    /// Whether it stands for a stream of the process, or for no file.
    private var isNoFile: Bool { name.isEmpty || name == "-" || name == "%" && option == "-D" }

    /// Whether an output of this name would replace it.
    func isSame(as output: String, on machine: any Machine) -> Bool { !isNoFile && machine.areSame(output, name) }

    /// Refuses two options that name one file, of which one would lose what the other reads or writes.
    static func check(_ operation: TransferSettings, on machine: any Machine) throws(TransferFailure) {
        let files = operation.optionFiles.filter { !$0.isNoFile }
        for (index, file) in files.enumerated() {
            for other in files[..<index] where file.isWritten || other.isWritten {
                let options: Set = [file.option, other.option]
                guard options.count > 1, !sharing.contains(options), other.isSame(as: file.name, on: machine) else {
                    continue
                }
                throw TransferFailure(
                    .failedInitialization,
                    "\(file.name) is named by \(other.option) and by \(file.option); give them different names")
            }
        }
    }
}

extension TransferSettings {
    /// The files of options, without those of `-o` and what requests send.
    var optionFiles: [OptionFile] {
        let named = [
            ("-D", headerFile, true), ("-c", cookies.jar, true), ("--etag-save", conditions.savedTagFile, true),
            ("--etag-compare", conditions.comparedTagFile, false), ("--netrc-file", authentication.netrcFile, false),
        ]
        var files = named.compactMap { option, name, isWritten in
            name.map { OptionFile(option: option, name: $0, isWritten: isWritten) }
        }
        files += cookies.files.map { OptionFile(option: "-b", name: $0, isWritten: false) }
        return files + hstsFiles.map { OptionFile(option: "--hsts", name: $0, isWritten: true) }
    }

    /// Files that options write or read, with the options.
    var namedFiles: [(option: String, name: String)] {
        var files = optionFiles.map { (option: $0.option, name: $0.name) }
        for target in targets {
            if case .file(let name) = target.output {
                files.append(("-o", OutputFolder.path(name, in: target.folder ?? outputFolder)))
            }
            files += RequestInputs.files(of: self, target).map { ("an input of the request", $0) }
        }
        return files
    }
}
