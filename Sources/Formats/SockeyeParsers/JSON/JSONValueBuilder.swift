/// Builds a ``JSONValue`` from events.
///
/// Elements and members stay on two stacks until their container ends, and then move into it together. Copies of a
/// builder share the stacks until one takes its own with `own`.
struct JSONValueBuilder: JSONTokenHandler {
    private var values = MoveStack<JSONValue>()
    private var members = MoveStack<JSONObject.Member>()
    private var names = DuplicateFinder()
    private var cache = JSONNameCache()
    /// For each open container, where its parts begin and its kind; innermost last.
    private var containers = MoveStack<(start: Int, isObject: Bool)>()
    private var isInObject = false
    private let duplicateNames: JSONReadingOptions.DuplicateNames
    private let removesNullMembers: Bool

    /// Makes a builder that treats equal names and null members according to `options`.
    init(options: JSONReadingOptions = JSONReadingOptions()) {
        duplicateNames = options.duplicateNames
        removesNullMembers = options.removesNullMembers
    }

    /// Stops sharing what copies of a builder share.
    mutating func own() {
        (values, members, names) = (values.copy(), members.copy(), names.copy())
        (cache, containers) = (JSONNameCache(), containers.copy())
    }

    /// Returns the value once it is complete; the builder is then ready for the next one.
    mutating func takeValue() -> JSONValue? {
        containers.count == 0 ? values.pop() : nil
    }

    /// The number of open containers.
    var depth: Int { containers.count }

    @inline(__always)
    private func add(_ value: consuming JSONValue) {
        if isInObject {
            members.withTop { $0.value = value }
        } else {
            values.push(value)
        }
    }

    mutating func null() { add(.null) }

    mutating func boolean(_ value: Bool) { add(.bool(value)) }

    mutating func number(_ text: ByteWindow) { add(.number(JSONNumber(unchecked: text))) }

    mutating func string(_ text: ByteWindow, isASCII: Bool) {
        add(.string(String(copying: text.text(from: 0, to: text.count, isASCII: isASCII))))
    }

    mutating func key(_ text: ByteWindow, isASCII: Bool) {
        let outline = NameOutline(text)
        members.push(JSONObject.Member(name: cache.string(text, outline), value: .null))
        names.add(outline)
    }

    mutating func beginArray() {
        containers.push((values.count, false))
        isInObject = false
    }

    mutating func beginObject() {
        containers.push((members.count, true))
        isInObject = true
    }

    mutating func endArray() {
        guard let container = containers.pop() else { return }
        isInObject = containers.top?.isObject ?? false
        add(.array(values.popAll(from: container.start)))
    }

    /// Completes an object.
    ///
    /// - Throws: ``JSONError/Reason/duplicateName(_:)`` if equal names are refused.
    mutating func endObject() throws(JSONError.Reason) {
        guard let container = containers.pop() else { return }
        isInObject = containers.top?.isObject ?? false
        let mayRepeat = names.close(from: container.start)
        var object = JSONObject(unique: members.popAll(from: container.start))
        if mayRepeat, let duplicate = object.firstDuplicateName {
            switch duplicateNames {
            case .refuse: throw .duplicateName(duplicate)
            case .useLast: object = object.removingDuplicateNames(keepingLast: true)
            case .useFirst: object = object.removingDuplicateNames(keepingLast: false)
            }
        }
        // Only now: a null may be the member that counts of several with its name.
        if removesNullMembers, object.members.contains(where: { $0.value.isNull }) {
            object = JSONObject(unique: object.members.filter { !$0.value.isNull })
        }
        add(.object(object))
    }
}

extension JSONObject {
    /// A name that occurs twice, byte for byte, if any. (Swift compares strings by canonical equivalence, which would
    /// treat two spellings of é as one name and lose a member.)
    var firstDuplicateName: String? {
        let members = self.members
        if members.count > Self.largestSearched {
            let names = Set(members.lazy.map(\.name))
            if names.count == members.count { return nil }
            var seen = Set<[UInt8]>(minimumCapacity: members.count)
            return members.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
        }
        var index = 1
        while index < members.count {
            for earlier in 0..<index where members[earlier].name == members[index].name {
                if members[earlier].name.utf8.elementsEqual(members[index].name.utf8) { return members[index].name }
            }
            index += 1
        }
        return nil
    }

    /// Drops all but one of the members whose names are equal byte for byte, keeping the position of the first.
    func removingDuplicateNames(keepingLast: Bool) -> JSONObject {
        var positions: [[UInt8]: Int] = [:]
        var kept: [Member] = []
        for member in members {
            if let position = positions[Array(member.name.utf8)] {
                if keepingLast { kept[position] = member }
            } else {
                positions[Array(member.name.utf8)] = kept.count
                kept.append(member)
            }
        }
        return JSONObject(unique: kept)
    }
}
