/// A netrc file with the places of its entries, so that one can be taken out and the rest stays as it was written.
struct NetrcText {
    struct Entry: Equatable {
        /// `nil` for `default`.
        var host: String?
        var user: [UInt8]?
        var password: [UInt8]?
        /// From its first word to the end of its last, and of the line if nothing else is on it.
        var place: Range<Int>
    }

    private(set) var bytes: [UInt8]
    private(set) var entries: [Entry] = []
    /// Whether a quoted word isn't closed on its line, so that nobody can tell where its entry ends.
    private(set) var hasOpenQuotes = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        scan()
    }

    /// Puts an entry before the others, where none hides it. Returns false, and changes nothing, if the file is so malformed
    /// that the entry wouldn't be read as it is: words such as `login` that belong to no entry would be taken for its own.
    mutating func add(host: String, user: [UInt8], password: [UInt8]) -> Bool {
        let before = bytes
        let place = entries.first?.place.lowerBound ?? 0
        let entry =
            Array("machine \(host) login ".utf8) + Self.quoted(user) + Array(" password ".utf8) + Self.quoted(password)
            + [0x0A]
        bytes.insert(contentsOf: entry, at: place)
        scan()
        let written = Entry(host: host, user: user, password: password, place: place..<place + entry.count)
        if entries.first == written { return true }
        bytes = before
        scan()
        return false
    }

    @discardableResult
    mutating func remove(host: String, user: [UInt8]) -> Bool {
        let places = entries.filter { $0.host == host && ($0.user ?? user) == user }.map(\.place)
        for place in places.reversed() { bytes.removeSubrange(place) }
        scan()
        return !places.isEmpty
    }

    private static func quoted(_ octets: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for octet in octets {
            switch octet {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), octet]
            case 0x0A: text += Array("\\n".utf8)
            case 0x0D: text += Array("\\r".utf8)
            case 0x09: text += Array("\\t".utf8)
            default: text.append(octet)
            }
        }
        return text + [UInt8(ascii: "\"")]
    }

    private mutating func scan() {
        entries = []
        var reader = NetrcWords(bytes)
        while let word = reader.next() {
            switch String(decoding: word.octets, as: UTF8.self) {
            case "machine":
                let host = reader.next().map { String(decoding: $0.octets, as: UTF8.self).lowercased() } ?? ""
                entries.append(Entry(host: host, place: word.start..<reader.position))
            case "default": entries.append(Entry(place: word.start..<reader.position))
            case "login": set(\.user, &reader)
            case "password": set(\.password, &reader)
            case "account":
                _ = reader.next()
                extend(to: reader.position)
            case "macdef": reader.skipMacro()
            default: break
            }
        }
        hasOpenQuotes = reader.hasOpenQuotes
        for index in entries.indices {
            var end = entries[index].place.upperBound
            while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 || bytes[end] == 0x0D { end += 1 }
            if end < bytes.count, bytes[end] == 0x0A { end += 1 }
            entries[index].place = entries[index].place.lowerBound..<end
        }
    }

    private mutating func set(_ path: WritableKeyPath<Entry, [UInt8]?>, _ reader: inout NetrcWords) {
        let value = reader.next()?.octets
        guard let last = entries.indices.last else { return }
        entries[last][keyPath: path] = value
        extend(to: reader.position)
    }

    private mutating func extend(to end: Int) {
        guard let last = entries.indices.last else { return }
        entries[last].place = entries[last].place.lowerBound..<end
    }
}

/// The words of a netrc file, as `Netrc` reads them, with their places.
private struct NetrcWords {
    let bytes: [UInt8]
    var position = 0
    private(set) var hasOpenQuotes = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> (octets: [UInt8], start: Int)? {
        while position < bytes.count {
            if bytes[position] <= 0x20 {
                position += 1
            } else if bytes[position] == UInt8(ascii: "#") {
                while position < bytes.count, bytes[position] != 0x0A { position += 1 }
            } else {
                break
            }
        }
        guard position < bytes.count else { return nil }
        let start = position
        if bytes[start] == UInt8(ascii: "\"") { return (quoted(), start) }
        while position < bytes.count, bytes[position] > 0x20 { position += 1 }
        return (Array(bytes[start..<position]), start)
    }

    private mutating func quoted() -> [UInt8] {
        var word: [UInt8] = []
        position += 1
        while position < bytes.count, bytes[position] != 0x0A {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return word }
            guard byte == UInt8(ascii: "\\"), position < bytes.count, bytes[position] != 0x0A else {
                word.append(byte)
                continue
            }
            switch bytes[position] {
            case UInt8(ascii: "n"): word.append(0x0A)
            case UInt8(ascii: "r"): word.append(0x0D)
            case UInt8(ascii: "t"): word.append(0x09)
            default: word.append(bytes[position])
            }
            position += 1
        }
        hasOpenQuotes = true
        return word
    }

    mutating func skipMacro() {
        var wasLineEnd = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == 0x0D { continue }
            if byte == 0x0A, wasLineEnd { return }
            wasLineEnd = byte == 0x0A
        }
    }
}
