/// A `.netrc` file: user names and passwords by host. What is changed in it leaves the rest as it was written.
///
/// ```
/// machine example.com login daniel password "qu\"ote"
/// default login anonymous password guest
/// ```
/// Words are separated by whitespace; a word in double quotes may contain spaces, and the escapes `\"`, `\\`, `\n`, `\r`
/// and `\t`. A `#` at the start of a word begins a comment; `macdef` runs to the next empty line.
public struct Netrc: Sendable, Hashable {
    /// The entry for one host.
    private struct Entry: Sendable, Hashable {
        /// `nil` for `default`.
        var host: String?
        var user: [UInt8]?
        var password: [UInt8]?
        /// From its first word to the end of its last, and of the line if nothing else is on it.
        var place: Range<Int>
    }

    enum Keyword: String {
        case machine, `default`, login, password, account, macdef

        init?(_ word: NetrcWords.Word) { self.init(rawValue: String(decoding: word.octets, as: UTF8.self)) }
    }

    /// The whole file.
    public private(set) var octets: [UInt8]
    private var entries: [Entry] = []
    /// Whether a quoted word isn't closed on its line, so that nobody can tell where it was meant to end.
    public private(set) var hasOpenQuotes = false

    /// Parses the text of such a file. Unknown words are ignored.
    public init(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Parses such a file; names and passwords need not be text.
    public init(parsing octets: [UInt8]) {
        self.octets = octets
        scan()
    }

    private mutating func scan() {
        entries = []
        var words = NetrcWords(octets)
        while let word = words.next() {
            switch Keyword(word) {
            case .machine:
                let host = words.next().map { String(decoding: $0.octets, as: UTF8.self).lowercased() } ?? ""
                entries.append(Entry(host: host, place: word.place.lowerBound..<words.position))
            case .default: entries.append(Entry(place: word.place))
            case .login: extendLast(\.user, &words)
            case .password: extendLast(\.password, &words)
            case .account: extendLast(nil, &words)
            case .macdef: words.skipMacro()
            case nil: break
            }
        }
        hasOpenQuotes = words.hasOpenQuotes
        for index in entries.indices {
            var end = entries[index].place.upperBound
            while end < octets.count, octets[end] == 0x20 || octets[end] == 0x09 || octets[end] == 0x0D { end += 1 }
            if end < octets.count, octets[end] == 0x0A { end += 1 }
            entries[index].place = entries[index].place.lowerBound..<end
        }
    }

    /// The next word belongs to the last entry.
    private mutating func extendLast(_ path: WritableKeyPath<Entry, [UInt8]?>?, _ words: inout NetrcWords) {
        let value = words.next()?.octets
        guard let last = entries.indices.last else { return }
        if let path { entries[last][keyPath: path] = value }
        entries[last].place = entries[last].place.lowerBound..<words.position
    }

    /// The first entry that matches the host; `default` matches every host.
    ///
    /// - Parameters:
    ///   - host: the name in the URL, in any case.
    ///   - user: restricts the search to entries of this user, if given.
    ///   - usesDefault: whether the `default` entry counts.
    public func credential(forHost host: String, user: String? = nil, usesDefault: Bool = true) -> Credential? {
        login(forHost: host, user: user.map { Array($0.utf8) }, usesDefault: usesDefault)
            .map { .password(octets: $0.user, $0.password) }
    }

    /// The same as octets.
    public func login(
        forHost host: String, user: [UInt8]?, usesDefault: Bool = true
    ) -> (user: [UInt8], password: [UInt8])? {
        let host = host.lowercased()
        for entry in entries where entry.host.map({ $0 == host }) ?? usesDefault {
            // A password alone is for any user, also for the nameless one.
            guard let name = entry.user ?? user ?? (entry.password == nil ? nil : []), user == nil || user == name
            else { continue }
            return (name, entry.password ?? [])
        }
        return nil
    }

    /// Puts an entry before the others, where none hides it, in place of those of this host and user; one for any user stays.
    /// Returns false, and changes nothing, if the file is so malformed that the entry wouldn't be read as it is: words such
    /// as `login` that belong to no entry would be taken for its own.
    public mutating func add(host: String, user: [UInt8], password: [UInt8]) -> Bool {
        let before = self
        takeOut { $0.host == host.lowercased() && $0.user == user }
        let place = entries.first?.place.lowerBound ?? 0
        let entry =
            Array("machine \(host) login ".utf8) + NetrcWords.quoted(user) + Array(" password ".utf8)
            + NetrcWords.quoted(password) + [0x0A]
        octets.insert(contentsOf: entry, at: place)
        scan()
        let written = Entry(
            host: host.lowercased(), user: user, password: password, place: place..<place + entry.count)
        if entries.first == written { return true }
        self = before
        return false
    }

    /// Takes out every entry of this host and user, also those for any user; false if there was none.
    @discardableResult
    public mutating func remove(host: String, user: [UInt8]) -> Bool {
        takeOut { $0.host == host.lowercased() && ($0.user ?? user) == user }
    }

    @discardableResult
    private mutating func takeOut(where isMeant: (Entry) -> Bool) -> Bool {
        let places = entries.filter(isMeant).map(\.place)
        for place in places.reversed() { octets.removeSubrange(place) }
        scan()
        return !places.isEmpty
    }
}
