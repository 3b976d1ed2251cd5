internal import Sockeye

/// What `-z`, `--etag-save` and `--etag-compare` ask for: bodies that are not there already.
struct ConditionSettings: Equatable, Sendable {
    /// `-z`: only what was changed after this moment, or with a dash before it, before this moment.
    struct Moment: Equatable, Sendable {
        var date: HTTPDate
        var isUpperBound: Bool

        /// The field that asks for it (RFC 9110 sections 13.1.3 and 13.1.4).
        var fieldName: String { isUpperBound ? "If-Unmodified-Since" : "If-Modified-Since" }

        /// Whether what was changed then is wanted. As in curl the answer's own word counts too, for servers that do not
        /// know conditions.
        func wants(_ modified: HTTPDate) -> Bool {
            isUpperBound ? modified < date : modified > date
        }
    }

    /// `-z`.
    var moment: Moment?
    /// `--etag-compare`: the file whose tag is sent in If-None-Match.
    var comparedTagFile: String?
    /// `--etag-save`: the file that the answer's tag goes to.
    var savedTagFile: String?

    /// Whether the answer may be that there is nothing new.
    var isActive: Bool { moment != nil || comparedTagFile != nil }

    /// Reads `-z`: a date, else a file's name, whose time is meant. `nil` when it is neither.
    static func moment(_ text: String) throws(OptionFault) -> Moment? {
        let isUpperBound = text.hasPrefix("-")
        // curl takes "+" and "=" away too, and means the default by them.
        let rest = text.hasPrefix("-") || text.hasPrefix("+") || text.hasPrefix("=") ? String(text.dropFirst()) : text
        if let date = DateArgument.parse(rest) { return Moment(date: date, isUpperBound: isUpperBound) }
        do throws(FileError) {
            guard let facts = try FileFacts(of: rest) else { return nil }
            return Moment(date: HTTPDate(clamping: facts.modifiedSeconds), isUpperBound: isUpperBound)
        } catch {
            return nil
        }
    }

    /// The value of If-None-Match from a file of `--etag-save`: a tag a line; for an empty file a tag that nothing has.
    static func tags(in bytes: [UInt8]) -> [UInt8] {
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
        let tags = lines.filter { !$0.isEmpty }
        return tags.isEmpty ? Array("\"\"".utf8) : Array(tags.joined(separator: ", ".utf8))
    }
}

/// The file of `--etag-save`.
enum EntityTagFile {
    /// Fails before anything is asked when the file cannot be written later.
    static func check(_ path: String, makesFolders: Bool) throws(TransferFailure) {
        if path == "-" { return }
        do throws(OutputError) {
            if makesFolders { try OutputFolder.makeParents(of: path) }
        } catch {
            throw TransferFailure(.readError, error.message)
        }
        do throws(FileError) {
            try FileNames.checkWritable(FileNames.folder(of: path))
        } catch {
            throw TransferFailure(.readError, "cannot write the ETag to \(path): \(error)")
        }
    }

    /// Writes the tag of an answer, all or nothing; an empty file for one that has none. An error page, or "not modified"
    /// without a tag, leaves the file as it is.
    static func save(_ head: ResponseHead?, to path: String) throws(TransferFailure) {
        guard let head, (200...399).contains(head.status.code) else { return }
        let tag = head.fields.first { $0.name == .eTag }?.octets
        if tag == nil, head.status.code == 304 { return }
        let line = tag.map { $0 + [0x0A] } ?? []
        if path == "-" {
            _ = Terminal.printOutput(octets: line)
            return
        }
        do throws(IOError) {
            try SmallFile.replace(path, with: line, mode: 0o666)
        } catch {
            throw TransferFailure(.writeError, "cannot write the ETag to \(path): \(error)")
        }
    }
}
