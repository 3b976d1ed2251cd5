internal import Sockeye
internal import SockeyeIO

/// The list of `--input-file`: aria2's format, which includes the plain URL list of `wget -i`.
///
/// ```
/// # a comment
/// http://one/a.iso<TAB>http://two/a.iso     a file and its mirrors
///   out=b.iso                               indented: options of the file above
///   checksum=sha-256=1f2e…
/// ```
/// It takes line after line, so that a list of any length needs the memory of one.
struct InputList {
    /// The file whose options may still follow.
    private var target: TransferTarget?

    /// The files of a list, with their outputs.
    static func targets(in octets: [UInt8]) throws(OptionFault) -> [TransferTarget] {
        var (list, targets) = (InputList(), [TransferTarget]())
        for line in WrittenText.withoutMark(octets).split(whereSeparator: {
            $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }) {
            if let target = try list.take(Array(line)) { targets.append(target) }
        }
        if let target = list.end() { targets.append(target) }
        return targets
    }

    /// Takes a line of UTF-8 without its end; returns the file before it if the line begins another one.
    ///
    /// - Parameter place: where the line is.
    mutating func take(_ line: [UInt8], at place: ListPlace? = nil) throws(OptionFault) -> TransferTarget? {
        let word = line.drop(while: Self.isBlank)
        if word.isEmpty || word.first == UInt8(ascii: "#") { return nil }
        let isIndented = word.startIndex != line.startIndex
        if isIndented, let equals = word.firstIndex(of: UInt8(ascii: "=")),
            !word[..<equals].contains(UInt8(ascii: ":"))
        {
            guard var target else { throw .invalid("'\(String(decoding: word, as: UTF8.self))' comes before any URL") }
            let (name, value) = (String(decoding: word[..<equals], as: UTF8.self), Self.trimmed(word[(equals + 1)...]))
            try Self.take(name, value, &target)
            self.target = target
            return nil
        }
        var places = word.split(separator: UInt8(ascii: "\t")).map(Self.trimmed).filter { !$0.isEmpty }
        guard !places.isEmpty else { return nil }
        var next = TransferTarget(url: places.removeFirst(), output: .remoteName, isVerbatim: true)
        next.mirrors = places
        next.place = place
        defer { target = next }
        return target
    }

    /// The last file.
    mutating func end() -> TransferTarget? {
        defer { target = nil }
        return target
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func trimmed(_ octets: ArraySlice<UInt8>) -> String {
        let end = octets.lastIndex { !isBlank($0) }
        return end.map { String(decoding: octets[...$0], as: UTF8.self) } ?? ""
    }

    private static func take(_ name: String, _ value: String, _ target: inout TransferTarget) throws(OptionFault) {
        switch name {
        case "out" where value.isEmpty: throw .empty("file name of 'out='")
        case "out": (target.output, target.isNamedByOthers) = (.file(value), true)
        case "dir": target.folder = value
        case "checksum":
            guard value.contains("="), let checksum = ChecksumArgument.digest(value) else {
                throw .invalid("'checksum=\(value)' is not a digest (write checksum=sha-256=HEX)")
            }
            target.checksum = checksum
        default: throw .invalid("'\(name)' is not a list option (use out, dir or checksum)")
        }
    }
}
