internal import Sockeye
internal import SockeyeFields
internal import SockeyeIO

/// The file of `--etag-save`.
enum EntityTagFile {
    /// Fails before any request is sent if the file can't be written later.
    static func check(_ path: String, on machine: any Machine, makesFolders: Bool) throws(TransferFailure) {
        if path == "-" { return }
        do throws(OutputError) {
            try machine.checkOutput(path, .replacedWithLink, makesFolders: makesFolders)
        } catch {
            throw TransferFailure(.readError, "cannot write the ETag: \(error.message)")
        }
    }

    /// Replaces the file atomically with the response's tag, or with an empty file if it has none. An error page, or
    /// "not modified" without a tag, leaves the file unchanged.
    static func save(_ head: ResponseHead?, to path: String, _ run: Run, until deadline: Deadline) throws {
        guard let head, (200...399).contains(head.status.code) else { return }
        let tag = head.fields.first { $0.name == .eTag }?.octets
        if tag == nil, head.status.code == 304 { return }
        let line = tag.map { $0.isEmpty ? [] : $0 + [0x0A] } ?? []
        if path == "-" { return try run.terminal.output(line) }
        try SmallOutput.replace(
            path, with: line, on: run.machine, mode: 0o666, until: deadline, purpose: "cannot write the ETag to")
    }
}
