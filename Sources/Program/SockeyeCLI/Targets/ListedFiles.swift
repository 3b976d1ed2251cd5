internal import SockeyeIO
internal import SockeyeTransfers

/// The files of one `--input-file`, read when their turn comes: a list of a million files takes no more memory than a short
/// one.
struct ListedFiles: Sendable {
    /// Where the list is.
    enum Source: Sendable {
        /// In memory: short.
        case octets([UInt8])
        /// In a file that is read again for the transfers.
        case file(String)
        /// On standard input or in a pipe, which can't be opened again.
        case kept(KeptInput)
    }

    /// How many link-local targets are among the samples; each may need its own zone.
    private static let linkLocalLimit = 1000

    /// The name as given; `-` is standard input.
    let path: String
    /// Where it is.
    let source: Source
    fileprivate let machine: any Machine
    /// How many targets of the command line come before them.
    let position: Int
    /// How many files it lists.
    private(set) var count = 0
    /// The first file of each scheme, and those at link-local addresses: enough for the checks of a command line.
    private(set) var samples: [TransferTarget] = []
    /// Whether two files have one name, as far as is known while it is read.
    private var repeated: RepeatedName

    /// Reads the list once, to check it.
    ///
    /// - Parameters:
    ///   - position: how many targets of the command line come before it.
    ///   - naming: what names its files, as far as that is known.
    init(_ value: OptionValue, position: Int, naming: RepeatedName.Naming = .init()) throws(OptionFault) {
        path = try value.nameOfFile()
        machine = value.readFile.machine
        repeated = RepeatedName(naming)
        self.position = position
        do throws(InputError) {
            source = try Self.source(path, value.readFile)
        } catch {
            throw .unreadable(error)
        }
        var reader = try ListReader(self)
        var schemes: Set<Substring> = []
        var linkLocal = 0
        while let target = try reader.next() {
            count += 1
            repeated.note(target)
            guard let url = target.url else { continue }
            let scheme = url.utf8.firstIndex(of: UInt8(ascii: ":")).map { url[..<$0] } ?? ""
            let isLinkLocal = Self.mentionsLinkLocal(url)
            if isLinkLocal { linkLocal += 1 }
            if schemes.count < Self.linkLocalLimit && schemes.insert(scheme).inserted
                || isLinkLocal && linkLocal <= Self.linkLocalLimit
            {
                samples.append(target)
            }
        }
    }

    /// Whether a link-local address is in it. Its bracket is searched by octets, which is much faster than searching a
    /// text for a text.
    private static func mentionsLinkLocal(_ url: String) -> Bool {
        guard let bracket = url.utf8.firstIndex(of: UInt8(ascii: "[")) else { return false }
        return url[bracket...].lowercased().hasPrefix("[fe80:")
    }

    private static func source(_ path: String, _ readFile: FileReader) throws(InputError) -> Source {
        let machine = readFile.machine
        let limit = KeptInput.longestInMemory
        if path == "-" {
            if let kept = KeptInput.standardInput(longerThan: Int64(limit), .list, on: machine) { return .kept(kept) }
        } else if let facts = machine.knownFacts(of: path), facts.kind == .regular {
            return facts.size > limit ? .file(path) : .octets(try readFile(path))
        }
        var reader = try InputReader(path, .list, on: machine, until: readFile.deadline)
        var beginning: [UInt8] = []
        while let piece = try reader.next() {
            beginning += piece
            if beginning.count <= limit { continue }
            if let kept = try KeptInput.copy(of: beginning, &reader, path, on: machine) { return .kept(kept) }
            // Without a folder for it, memory has to do.
            while let piece = try reader.next() { beginning += piece }
        }
        return .octets(beginning)
    }

    /// Whether two files have one name with all options. It is read again only if one that came after it makes a difference.
    func repeated(_ naming: RepeatedName.Naming) throws(OptionFault) -> RepeatedName {
        if repeated.holds(for: naming) { return repeated }
        var reader = try ListReader(self)
        var found = RepeatedName(naming)
        while found.name == nil, let target = try reader.next() { found.note(target) }
        return found
    }

    /// All of them, for what needs them at once.
    func targets() throws(OptionFault) -> [TransferTarget] {
        var reader = try ListReader(self)
        var targets: [TransferTarget] = []
        while let target = try reader.next() { targets.append(target) }
        return targets
    }
}

/// Reads the files of a list, one after another.
struct ListReader: ~Copyable {
    private var lines: LineReader
    private var list = InputList()
    private let path: String
    private var isOver = false

    init(_ files: ListedFiles) throws(OptionFault) {
        path = files.path
        switch files.source {
        case .octets(let octets): lines = LineReader(octets)
        case .file(let name):
            do throws(InputError) {
                lines = LineReader(try InputReader(name, .list, on: files.machine))
            } catch {
                throw .unreadable(error)
            }
        case .kept(let kept): lines = LineReader(InputReader(kept, of: path))
        }
    }

    /// The next file; `nil` at the end.
    mutating func next() throws(OptionFault) -> TransferTarget? {
        while !isOver {
            let line: [UInt8]?
            do throws(InputError) {
                line = try lines.next()
            } catch {
                throw .unreadable(InputError(path: path, reason: error.reason))
            }
            guard let line else {
                isOver = true
                return list.end()
            }
            let place = ListPlace(list: path == "-" ? "<stdin>" : path, line: lines.number)
            // Not String(validating:), which isn't specialized and is slow for short lines.
            do throws(UTF8.ValidationError) {
                _ = try UTF8Span(validating: line.span)
            } catch {
                throw .invalid("\(place): not UTF-8")
            }
            do throws(OptionFault) {
                if let target = try list.take(line, at: place) { return target }
            } catch {
                throw .invalid("\(place): \(error.text)")
            }
        }
        return nil
    }
}
