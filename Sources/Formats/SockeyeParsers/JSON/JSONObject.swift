/// The members of a JSON object, in document order.
///
/// Names are the same if their bytes are (RFC 8259 section 8.3): two spellings of é are two names, although Swift's `==` holds
/// for them. Looking up a name searches the members of a small object and uses a table for a large one. Equality respects
/// the order.
public struct JSONObject: Sendable, Hashable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        @inlinable
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Whether the names have the same bytes and the values are equal.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }

    /// The members in order.
    public private(set) var members: [Member]
    /// The index of each name; only for objects too large to search cheaply.
    private var positions: [String.UTF8ViewKey: Int]?

    /// Larger objects get a table. Up to this size, comparing short strings is faster than hashing one.
    static let largestSearched = 16

    /// Makes an object with the given members. Of two with the same name the last wins, at the position of the first.
    public init(_ members: [Member] = []) {
        self.init(unique: members)
        if firstDuplicateName != nil { self = removingDuplicateNames(keepingLast: true) }
    }

    /// Makes an object of members whose names are known to differ.
    init(unique members: [Member]) {
        self.members = members
        if members.count > Self.largestSearched { indexMembers() }
    }

    private mutating func indexMembers() {
        var positions: [String.UTF8ViewKey: Int] = [:]
        positions.reserveCapacity(members.count)
        for (position, member) in members.enumerated() {
            positions[String.UTF8ViewKey(member.name)] = position
        }
        self.positions = positions
    }

    private func position(of name: String) -> Int? {
        if let positions { return positions[String.UTF8ViewKey(name)] }
        return members.firstIndex { $0.name.hasSameBytes(as: name) }
    }

    /// The number of members.
    public var count: Int { members.count }
    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The names in order.
    public var names: [String] { members.map(\.name) }

    /// The value of the member `name`. Setting it appends the member or replaces its value in place; setting `nil`
    /// removes it.
    public subscript(name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                positions?[String.UTF8ViewKey(name)] = nil
                // A new table would hash all names again, for each one removed.
                positions = positions?.mapValues { $0 > position ? $0 - 1 : $0 }
            case (nil, let value?):
                positions?[String.UTF8ViewKey(name)] = members.count
                members.append(Member(name: name, value: value))
                if positions == nil, members.count > Self.largestSearched { indexMembers() }
            case (nil, nil): break
            }
        }
    }

    /// The same members sorted by name, code unit by code unit; nested objects are unchanged.
    public func sorted() -> JSONObject {
        JSONObject(unique: members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    /// Whether the members are the same in the same order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool { left.members == right.members }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}
