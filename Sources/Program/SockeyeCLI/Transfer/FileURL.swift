internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeURL

/// `file:` URLs, which curl reads and writes too. Only those of the command line: a redirect never leads to one.
enum FileURL {
    /// The path of a `file:` URL; `nil` for another scheme.
    ///
    /// - Throws: exit code 3 if the URL names another machine.
    static func path(of url: String) throws(TransferFailure) -> String? {
        guard TransferTarget.isFileURL(url) else { return nil }
        var rest = url.dropFirst(5).prefix { $0 != "?" && $0 != "#" }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard ["", "localhost", "127.0.0.1"].contains(host.lowercased()) else {
                throw TransferFailure(.malformedURL, "a file: URL names a file of this machine: file:///PATH")
            }
            rest = rest.dropFirst(host.count)
        }
        guard rest.hasPrefix("/") else { throw TransferFailure(.malformedURL, "a file: URL needs a whole path") }
        let octets = PercentEncoding.decode(String(rest))
        guard !octets.contains(0), let path = String(validating: octets, as: UTF8.self) else {
            throw TransferFailure(.malformedURL, "the path of the file: URL is not UTF-8, or contains NUL")
        }
        return path
    }

    /// The head that curl shows for a file, or for a folder, whose list has another length.
    static func head(of facts: FileFacts) -> [UInt8] {
        let modified = HTTPDate(clamping: facts.modifiedSeconds)
        let length = facts.kind == .folder ? "" : "Content-Length: \(facts.size)\r\nAccept-ranges: bytes\r\n"
        return Array("\(length)Last-Modified: \(modified)\r\n\r\n".utf8)
    }

    /// The bytes that `-C` and `-r` ask for of a file of this length.
    static func range(_ operation: TransferSettings, length: Int64) throws(TransferFailure) -> Range<Int64> {
        let offset = operation.download.offset
        guard let asked = operation.range else {
            if offset > length { throw TransferFailure(.badDownloadResume, "the file ends before byte \(offset)") }
            return offset..<length
        }
        let ends = asked.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let last = ends.last else {
            throw TransferFailure(.rangeError, "a file: URL can be asked for one range")
        }
        let outside = TransferFailure(.badDownloadResume, "the range is not within the file's \(length) bytes")
        if ends[0].isEmpty {
            if length == .max {
                throw TransferFailure(
                    .badDownloadResume, "the file's length isn't known, so neither is where its end begins")
            }
            guard let count = Int64(last), count <= length else { throw outside }
            return length - count..<length
        }
        guard let first = Int64(ends[0]), first <= length else { throw outside }
        if last.isEmpty { return first..<length }
        let end = Int64(last) ?? .max
        if end < first { throw TransferFailure(.rangeError, "the range ends before it begins") }
        return first..<max(first, min(length - 1, end) + 1)
    }
}
