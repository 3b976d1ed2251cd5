/// One of the parts of a list that several machines fetch: each file belongs to exactly one of them.
///
/// Rendezvous hashing: each shard scores the file, and the highest score owns it. From n shards to n + 1 only the files
/// move that the new one wins, one in n + 1. The score of shard i is output i of SplitMix64, seeded with the 64-bit FNV-1a
/// hash of the file's name, so that any program can compute it (docs/Clusters.md).
package struct Shard: Sendable, Hashable {
    /// The most shards: as many as AWS Batch's longest array has.
    package static let most = 10_000

    /// Its number, from 0.
    package let index: Int
    /// How many there are.
    package let count: Int

    /// Shard `index` of `count`; `nil` unless 0 ≤ index < count ≤ ``most``.
    package init?(_ index: Int, of count: Int) {
        guard (1...Self.most).contains(count), (0..<count).contains(index) else { return nil }
        (self.index, self.count) = (index, count)
    }

    /// `2/8`, as in `--shard`; `nil` if it isn't one.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // Int takes a sign.
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let index = Int(parts[0]), let count = Int(parts[1])
        else { return nil }
        self.init(index, of: count)
    }

    /// Whether the file is this shard's. Takes about ln(count) steps.
    ///
    /// - Parameter name: the file's name (``fileName(url:output:folder:)``).
    package func owns(_ name: some Sequence<UInt8>) -> Bool {
        let seed = StableHash.of(name)
        let own = StableHash.output(index, of: seed)
        for other in 0..<count where other != index {
            let score = StableHash.output(other, of: seed)
            // The first of two equal scores wins.
            if score > own || score == own && other < index { return false }
        }
        return true
    }

    /// The number of the shard that the file belongs to, of `count`.
    package static func owner(of name: some Sequence<UInt8>, among count: Int) -> Int {
        let seed = StableHash.of(name)
        var (owner, best) = (0, StableHash.output(0, of: seed))
        for index in 1..<max(2, count) where index < count {
            let score = StableHash.output(index, of: seed)
            if score > best { (owner, best) = (index, score) }
        }
        return owner
    }

    /// This shard's part of a limit for all of them together. Each has at least 1, so with more shards than the limit they
    /// exceed it together: see ``exceeds(_:)``.
    package func share(of limit: Int) -> Int {
        max(1, limit / count + (index < limit % count ? 1 : 0))
    }

    /// Whether all shards at once exceed the limit.
    package func exceeds(_ limit: Int) -> Bool { limit < count }

    /// What a line of a list writes, as the octets to hash: two lines that write the same file belong to one shard, and so no
    /// two machines write it at once.
    ///
    /// The folder's parts and the name, joined by "/", without empty parts and ".". The name is `output`, or else the last
    /// part of the URL's path that isn't empty.
    ///
    /// - Parameters:
    ///   - url: the line's first URL.
    ///   - output: the name that the line gives, if any.
    ///   - folder: the folder that it gives, if any.
    package static func fileName(url: String, output: String?, folder: String?) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        var parts: [ArraySlice<UInt8>] = []
        var isAbsolute = false
        func add(_ text: String) {
            let octets = Array(text.utf8)
            if octets.first == slash { isAbsolute = true }
            parts += octets.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
        }
        if let folder, output?.utf8.first != slash { add(folder) }
        if let output { add(output) } else if let name = lastPart(of: url) { parts.append(name) }
        return (isAbsolute ? [slash] : []) + Array(parts.joined(separator: [slash]))
    }

    private static func lastPart(of url: String) -> ArraySlice<UInt8>? {
        var rest = Array(url.utf8)[...]
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[(colon + 1)...].starts(with: "//".utf8) {
            rest = rest[(colon + 3)...]
        }
        rest = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let parts = rest.split(separator: UInt8(ascii: "/"))
        return parts.count > 1 ? parts.last : nil
    }
}

extension Shard: CustomStringConvertible {
    /// `2/8`.
    package var description: String { "\(index)/\(count)" }
}
