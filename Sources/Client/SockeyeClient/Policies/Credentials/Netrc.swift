internal import SockeyeIO

/// A `.netrc` file: user names and passwords by host. What is changed in it leaves the rest as it was written.
///
/// ```
/// machine example.com login daniel password "qu\"ote"
/// default login anonymous password guest
/// ```
/// Words are separated by whitespace; a word in double quotes may contain spaces, and the escapes `\"`, `\\`, `\n`, `\r`
/// and `\t`. A `#` begins a comment where a keyword may stand, and a keyword at a line's start is never a value;
/// `macdef` runs to the next empty line. A file with a ``fault`` is read up to the entry that has it.
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

    /// The whole file.
    package private(set) var octets: [UInt8]
    private var entries: [Entry] = []
    /// Why the file can't be trusted, if it can't.
    public private(set) var fault: Fault?

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
        (entries, fault) = ([], WrittenText.isUTF16(octets) ? Fault(line: 1, reason: .utf16) : nil)
        var words = NetrcWords(octets)
        while fault == nil, let statement = words.next() {
            let reason = statement.fault ?? take(statement, endingAt: words.position)
            guard let reason else { continue }
            fault = Fault(line: words.line(of: statement.word.place.lowerBound), reason: reason)
            // The faulty entry gives no password.
            if statement.keyword != .machine { _ = entries.popLast() }
        }
        for index in entries.indices {
            var end = entries[index].place.upperBound
            while end < octets.count, octets[end] == 0x20 || octets[end] == 0x09 || octets[end] == 0x0D { end += 1 }
            if end < octets.count, octets[end] == 0x0A { end += 1 }
            entries[index].place = entries[index].place.lowerBound..<end
        }
    }

    /// Adds what a statement says to the last entry, or begins one. Returns what is wrong with it.
    private mutating func take(_ statement: NetrcWords.Statement, endingAt end: Int) -> Fault.Reason? {
        let place = statement.word.place.lowerBound..<end
        let value = statement.value?.octets
        switch statement.keyword {
        case .machine:
            entries.append(Entry(host: String(decoding: value ?? [], as: UTF8.self).lowercased(), place: place))
        case .default: entries.append(Entry(place: place))
        case .login: return extendLast(\.user, value, "login", end)
        case .password: return extendLast(\.password, value, "password", end)
        case .account: return extendLast(nil, value, "account", end)
        case .macdef, nil: break
        }
        return nil
    }

    /// The value belongs to the last entry.
    private mutating func extendLast(
        _ path: WritableKeyPath<Entry, [UInt8]?>?, _ value: [UInt8]?, _ keyword: String, _ end: Int
    ) -> Fault.Reason? {
        guard let last = entries.indices.last else { return nil }
        if let path {
            // It would be another entry's, whose first line is missing.
            if entries[last][keyPath: path] != nil { return .repeated(keyword) }
            entries[last][keyPath: path] = value
        }
        entries[last].place = entries[last].place.lowerBound..<end
        return nil
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
    package func login(
        forHost host: String, user: [UInt8]?, usesDefault: Bool = true
    ) -> (user: [UInt8], password: [UInt8])? {
        let host = host.lowercased()
        var found: (user: [UInt8], password: [UInt8])?
        for entry in entries where entry.host.map({ $0 == host }) ?? usesDefault {
            // A password alone is for any user, also for the nameless one.
            // Nor does a default entry complete another's.
            guard found == nil || entry.host != nil,
                let name = entry.user ?? user ?? (entry.password == nil ? nil : []),
                (found?.user ?? user).map({ $0 == name }) ?? true
            else { continue }
            if let password = entry.password { return (name, password) }
            // Another entry may have this user's password.
            found = found ?? (name, [])
        }
        return found
    }

    /// Puts an entry before the others, where none hides it, in place of those of this host and user; one for any user stays.
    /// Returns false, and changes nothing, if the file has a ``fault``, or words such as `login` that belong to no entry and
    /// would be taken for its own.
    public mutating func add(host: String, user: [UInt8], password: [UInt8]) -> Bool {
        if fault != nil { return false }
        let before = self
        takeOut { $0.host == host.lowercased() && $0.user == user }
        let place = entries.first?.place.lowerBound ?? WrittenText.withoutMark(octets).startIndex
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
