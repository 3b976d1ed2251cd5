internal import SockeyeIO

extension PartialFile {
    /// Whether an existing `NAME.part` without a record has bytes that no download of ours wrote: ours are marked from the moment
    /// they are created until they are complete. Where the file system keeps no marks, it is taken for a leftover of ours.
    static func isOthers(_ file: File) throws(DownloadError) -> Bool {
        guard file.isMarkedPartial == false else { return false }
        if try DownloadError.wrapping({ () throws(FileError) in try file.facts().size > 0 }) { return true }
        // Nothing to lose; a run that was killed before it could mark its own leaves such a file.
        file.isMarkedPartial = true
        return false
    }

    /// Gives the file the first unused name of `PATH.1`, `PATH.2` …
    static func setAside(_ path: String) throws(DownloadError) -> String {
        for number in 1...99 {
            let name = "\(path).\(number)"
            do throws(FileError) {
                try FileNames.rename(path, to: name, keepsExisting: true)
                return name
            } catch {
                if !error.isThereAlready { throw .file(error) }
            }
        }
        throw .notOurs(path: path, reason: "is another program's file, where the part of the download would be")
    }

    /// Gives it its name again, unless that is in use.
    static func putBack(_ name: String, as path: String) {
        try? FileNames.rename(name, to: path, keepsExisting: true)
    }
}
