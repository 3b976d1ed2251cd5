//   entries  ┌───┬──────┬────┬────────┬─────┐   one word for each name and value, in document order
//            │ { │ "id" │ 12 │ "name" │ …   │
//            └───┴──────┴────┴────────┴─────┘
//   bytes    {"id":12,"name":"some \"text\"…some "text"…   a copy of the document, of which most texts are slices, and
//                                                          after each piece the strings with escapes, resolved

/// One name or value of a ``JSONTape``.
///
/// ```
///   63     62…60  59…32                          31…0
///   ASCII  kind   bytes, elements or members     address of the text; entries of a container, its own included
/// ```
struct JSONTapeEntry {
    enum Kind: UInt8 {
        case null, no, yes, number, string, name, array, object
    }

    /// Where `count` no longer fits: a container's parts are then counted, a text isn't as long.
    static let countLimit = 1 << 28 - 1

    private let bits: UInt64

    @inline(__always)
    init(_ kind: Kind, count: Int = 0, low: UInt32 = 1, isASCII: Bool = false) {
        let count = UInt64(truncatingIfNeeded: min(count, Self.countLimit))
        bits = UInt64(low) | count << 32 | UInt64(kind.rawValue) << 60 | (isASCII ? 1 << 63 : 0)
    }

    var kind: Kind {
        @inline(__always) get { Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 60) & 7) ?? .null }
    }
    /// The bytes of a text, or the elements or members of a container.
    var count: Int {
        @inline(__always) get { Int(truncatingIfNeeded: bits >> 32) & Self.countLimit }
    }
    var isASCII: Bool {
        @inline(__always) get { bits >> 63 == 1 }
    }
    var address: Int {
        @inline(__always) get { Int(UInt32(truncatingIfNeeded: bits)) }
    }
    /// The entries that it takes, with those of its parts.
    var span: Int {
        @inline(__always) get { kind == .array || kind == .object ? address : 1 }
    }
}

// SAFETY: unchecked, since nothing changes it once it is parsed, and only then is it shared.
/// All values of a document, flat: a word for each, and its text.
///
/// Nothing is allocated for a value.
final class JSONTape: @unchecked Sendable {
    let entries: MoveStack<JSONTapeEntry>
    let bytes: ByteOutput

    /// Makes one with room; pages that nothing is written to cost nothing.
    init(byteCapacity: Int = 64, entryCapacity: Int = 16) {
        bytes = ByteOutput(capacity: byteCapacity)
        entries = MoveStack(capacity: entryCapacity)
    }

    /// The bytes of a text.
    @inline(__always)
    func text(of entry: JSONTapeEntry) -> ByteWindow {
        // SAFETY: the address and the length are those of a text that was written whole, and nothing is removed.
        ByteWindow(base: bytes.window.base + entry.address, count: entry.count)
    }

    /// Where the parts of a container are.
    @inline(__always)
    func parts(at index: Int) -> Range<Int> { index + 1..<index + entries[index].span }

    /// How many elements or members a container has.
    func count(at index: Int) -> Int {
        let entry = entries[index]
        if entry.count < JSONTapeEntry.countLimit { return entry.count }
        let (parts, namesOfEach) = (parts(at: index), entry.kind == .object ? 1 : 0)
        var (part, count) = (parts.lowerBound, 0)
        while part < parts.upperBound {
            part += namesOfEach + entries[part + namesOfEach].span
            count += 1
        }
        return count
    }

    func string(of entry: JSONTapeEntry) -> String {
        let text = text(of: entry)
        return String(copying: text.text(from: 0, to: text.count, isASCII: entry.isASCII))
    }

    /// The value at an entry as a tree. The limit on depth bounds the recursion.
    func value(at index: Int) -> JSONValue {
        let entry = entries[index]
        switch entry.kind {
        case .null, .name: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .number: return .number(JSONNumber(unchecked: text(of: entry)))
        case .string: return .string(string(of: entry))
        case .array:
            var elements: [JSONValue] = []
            let parts = parts(at: index)
            var part = parts.lowerBound
            while part < parts.upperBound {
                elements.append(value(at: part))
                part += entries[part].span
            }
            return .array(elements)
        case .object:
            var members: [JSONObject.Member] = []
            let parts = parts(at: index)
            var part = parts.lowerBound
            while part + 1 < parts.upperBound {
                members.append(JSONObject.Member(name: string(of: entries[part]), value: value(at: part + 1)))
                part += 1 + entries[part + 1].span
            }
            return .object(JSONObject(unique: members))
        }
    }
}

/// Fills a ``JSONTape`` from the events of its document.
struct JSONTapeBuilder: JSONElementBuilder {
    private(set) var tape: JSONTape
    /// For each open container: where it is, its parts so far, and how many names were open before it.
    private var containers = MoveStack<(start: Int, count: Int, names: Int)>()
    private var names = DuplicateFinder()
    private let duplicateNames: JSONReadingOptions.DuplicateNames
    private let removesNullMembers: Bool
    // SAFETY: bytes that are being read, only compared with the address of a text: in the tape they are at `readAddress`.
    private var readBase: UnsafePointer<UInt8>?
    private var readCount = 0
    private var readAddress = 0

    init(_ tape: JSONTape, options: JSONReadingOptions) {
        self.tape = tape
        duplicateNames = options.duplicateNames
        removesNullMembers = options.removesNullMembers
    }

    var depth: Int { containers.count }
    var count: Int { tape.entries.count }

    /// Stops sharing what copies of a builder share.
    mutating func own() {
        names = names.copy()
        moveUnfinished(from: 0, to: JSONTape())
    }

    /// Copies a piece of the document in one go, so that the texts in it are slices of it, until ``endPiece()``.
    mutating func beginPiece(_ window: ByteWindow) {
        (readBase, readCount, readAddress) = (window.base, window.count, tape.bytes.count)
        tape.bytes.append(window, from: 0, to: window.count)
    }

    /// Forgets where the bytes being read are, which may now go away.
    mutating func endPiece() { (readBase, readCount) = (nil, 0) }

    /// Goes on with `next`, an empty tape, and copies there what isn't finished: the entries from `start` on.
    mutating func moveUnfinished(from start: Int, to next: JSONTape) {
        for index in start..<tape.entries.count {
            let entry = tape.entries[index]
            switch entry.kind {
            case .null, .no, .yes, .array, .object: next.entries.push(entry)
            case .number, .string, .name:
                // No more than there was.
                let address = UInt32(truncatingIfNeeded: next.bytes.count)
                next.bytes.append(tape.text(of: entry), from: 0, to: entry.count)
                next.entries.push(JSONTapeEntry(entry.kind, count: entry.count, low: address, isASCII: entry.isASCII))
            }
        }
        tape = next
        let open = MoveStack<(start: Int, count: Int, names: Int)>()
        for index in 0..<containers.count {
            let container = containers[index]
            open.push((container.start - start, container.count, container.names))
        }
        containers = open
    }

    /// The address of a text in the piece or outside it; `nil` beyond 4 GiB.
    @inline(__always)
    private func address(of text: ByteWindow) -> UInt32? {
        let place = Int(bitPattern: text.base) &- Int(bitPattern: readBase)
        if place >= 0, place < readCount { return UInt32(exactly: readAddress &+ place) }
        let address = UInt32(exactly: tape.bytes.count)
        tape.bytes.append(text, from: 0, to: text.count)
        return address
    }

    /// Adds a value. Members are counted by their names.
    @inline(__always)
    private func add(_ entry: JSONTapeEntry) {
        if tape.entries.top?.kind != .name, containers.count > 0 { containers.withTop { $0.count += 1 } }
        tape.entries.push(entry)
    }

    @inline(__always)
    private func entry(
        _ kind: JSONTapeEntry.Kind, _ text: ByteWindow, isASCII: Bool
    ) throws(JSONError.Reason) -> JSONTapeEntry {
        if text.count >= JSONTapeEntry.countLimit { throw .stringTooLong(limit: JSONTapeEntry.countLimit - 1) }
        guard let address = address(of: text) else { throw .tooLarge(limit: Int(UInt32.max)) }
        return JSONTapeEntry(kind, count: text.count, low: address, isASCII: isASCII)
    }

    func null() { add(JSONTapeEntry(.null)) }

    func boolean(_ value: Bool) { add(JSONTapeEntry(value ? .yes : .no)) }

    func number(_ text: ByteWindow) throws(JSONError.Reason) { add(try entry(.number, text, isASCII: true)) }

    func string(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        add(try entry(.string, text, isASCII: isASCII))
    }

    func key(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        containers.withTop { $0.count += 1 }
        tape.entries.push(try entry(.name, text, isASCII: isASCII))
        names.add(NameOutline(text))
    }

    func beginArray() { begin(.array) }

    func beginObject() { begin(.object) }

    func endArray() { end(.array) }

    func endObject() throws(JSONError.Reason) {
        if let object = containers.top {
            let mayRepeat = names.close(from: object.names)
            if mayRepeat || removesNullMembers { try removeMembers(of: object.start, mayRepeat: mayRepeat) }
        }
        end(.object)
    }

    @inline(__always)
    private func begin(_ kind: JSONTapeEntry.Kind) {
        add(JSONTapeEntry(kind))
        containers.push((tape.entries.count - 1, 0, names.count))
    }

    @inline(__always)
    private func end(_ kind: JSONTapeEntry.Kind) {
        guard let container = containers.pop() else { return }
        let span = UInt32(truncatingIfNeeded: tape.entries.count - container.start)
        tape.entries[container.start] = JSONTapeEntry(kind, count: container.count, low: span)
    }

    /// Writes the members of the object that is ending again, without those whose names were there before, and without nulls
    /// if they are dropped: a null may be the member that counts of several with its name.
    private func removeMembers(of object: Int, mayRepeat: Bool) throws(JSONError.Reason) {
        var positions: [[UInt8]: Int] = [:]
        var kept: [Range<Int>] = []
        var (index, isChanged) = (object + 1, false)
        while index + 1 < tape.entries.count {
            let member = index..<index + 1 + tape.entries[index + 1].span
            var name: [UInt8] = []
            if mayRepeat {
                let text = tape.text(of: tape.entries[index])
                text.append(from: 0, to: text.count, to: &name)
            }
            if mayRepeat, let position = positions[name] {
                isChanged = true
                switch duplicateNames {
                case .refuse: throw .duplicateName(tape.string(of: tape.entries[index]))
                case .useLast: kept[position] = member
                case .useFirst: break
                }
            } else {
                if mayRepeat { positions[name] = kept.count }
                kept.append(member)
            }
            index = member.upperBound
        }
        if removesNullMembers {
            let count = kept.count
            kept.removeAll { tape.entries[$0.lowerBound + 1].kind == .null }
            isChanged = isChanged || kept.count < count
        }
        guard isChanged else { return }
        let entries = kept.flatMap { $0.map { tape.entries[$0] } }
        _ = tape.entries.popAll(from: object + 1)
        for entry in entries { tape.entries.push(entry) }
        containers.withTop { $0.count = kept.count }
    }
}
