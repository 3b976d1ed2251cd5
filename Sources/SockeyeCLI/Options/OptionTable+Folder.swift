// Options about the folders that files go to.
extension OptionTable {
    static let folderRows: [Option] = [
        .flag(
            "create-dirs", nil, [.curl], "Create necessary local directory hierarchy",
            "Makes the folders that the names of -o and --output-dir lead through, if they are not there."
        ) { $0.transfer.createsFolders = $1 },
        .value(
            "output-dir", nil, "dir", [.curl], "Directory to save files in",
            "The folder of the files that -o and -O name; it must be there, unless --create-dirs is given."
        ) { settings, value throws(OptionFault) in settings.transfer.outputFolder = try value.text() },
        .flag(
            "remote-name-all", nil, [.output], "Use the remote file name for all URLs",
            "As if -O stood for every URL that has neither -o nor -O."
        ) { $0.transfer.namesAllRemotely = $1 },
    ]
}
