// Options about the folders that files go to.
extension OptionTable {
    static let folderRows: [Option] = [
        .flag(
            "create-dirs", nil, [.curl], "Create necessary local directory hierarchy",
            "Create missing folders in the paths of -o and --output-dir."
        ) { $0.transfer.createsFolders = $1 },
        .value(
            "output-dir", nil, "dir", [.curl], "Directory to save files in",
            """
            Save the files of -o and -O in this folder, except an -o with an absolute name. It must exist, unless \
            --create-dirs is given.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.outputFolder = try value.text() },
        .flag(
            "remote-name-all", nil, [.output], "Use the remote file name for all URLs",
            "Use -O for every URL that has neither -o nor -O."
        ) { $0.transfer.namesAllRemotely = $1 },
    ]
}
