import Synchronization
import Testing

@testable import SockeyeIO

private final class Asked: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}

/// Questions for names, and what is an answer to them.
struct DNSMessageTests {
    private static let question = DNSMessage.question(for: "Www.test", .ipv4, id: 0x0102) ?? []
    /// The name of the question.
    private static let itself: [UInt8] = [0xC0, 12]

    /// A record of the Internet.
    private static func record(
        _ name: [UInt8], _ type: UInt8, _ data: [UInt8], seconds: [UInt8] = [0, 0, 0, 60], class: UInt8 = 1
    ) -> [UInt8] {
        name + [0, type, 0, `class`] + seconds + [0, UInt8(data.count)] + data
    }

    private static func answer(_ records: [[UInt8]], flags: [UInt8] = [0x81, 0x80], count: UInt8? = nil) -> [UInt8] {
        question[..<2] + flags + [0, 1, 0, count ?? UInt8(records.count), 0, 0, 0, 0] + question[12...]
            + records.joined()
    }

    @Test func questionIsWritten() {
        #expect(
            Self.question == [
                1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 87, 119, 119, 4, 116, 101, 115, 116, 0, 0, 1, 0, 1,
            ])
        #expect(DNSMessage.question(for: "Www.test.", .ipv4, id: 0x0102) == Self.question)
        #expect(DNSMessage.question(for: "a", .ipv6, id: 0)?.suffix(4) == [0, 28, 0, 1])
    }

    @Test(arguments: [
        "", ".", "a..b", ".a", String(repeating: "a", count: 64), "a..",
        String(repeating: "aaaaaaa.", count: 31) + "aaaaaaa",
    ])
    func noName(_ name: String) {
        #expect(DNSMessage.question(for: name, .ipv4, id: 1) == nil)
    }

    @Test func longestName() {
        #expect(DNSMessage.question(for: String(repeating: "aaaaaaa.", count: 31) + "aaaaa", .ipv4, id: 1) != nil)
    }

    @Test func addressesAndTheirTime() {
        let two = Self.answer([
            Self.record(Self.itself, 1, [192, 0, 2, 1]),
            Self.record([3, 119, 87, 119, 4, 84, 101, 115, 116, 0], 1, [192, 0, 2, 2], seconds: [0, 0, 1, 0]),
            Self.record(Self.itself, 28, [UInt8](repeating: 1, count: 16), seconds: [0, 0, 0, 1]),
            Self.record([1, 120, 0xC0, 16], 1, [192, 0, 2, 9]), Self.record(Self.itself, 1, [9, 9, 9, 9], class: 3),
        ])
        #expect(
            DNSMessage.answer(in: two, to: Self.question)
                == .init(addresses: [[192, 0, 2, 1], [192, 0, 2, 2]], seconds: 60, code: 0, isCut: false))
        let old = Self.answer([Self.record(Self.itself, 1, [1, 2, 3, 4], seconds: [0x80, 0, 0, 60])])
        #expect(DNSMessage.answer(in: old, to: Self.question)?.seconds == 0)
        let none = DNSMessage.answer(in: Self.answer([]), to: Self.question)
        #expect(none == DNSMessage.Answer())
        #expect(DNSMessage.answer(in: Self.answer([], flags: [0x81, 0x83]), to: Self.question)?.code == 3)
        #expect(
            DNSMessage.answer(in: Self.answer([], flags: [0x83, 0x80], count: 9), to: Self.question)?.isCut == true)
    }

    @Test func aliasesAreFollowed() {
        let name: [UInt8] = [1, 98, 0xC0, 16]
        let alias = Self.record(Self.itself, 5, name, seconds: [0, 0, 0, 5])
        let address = Self.record(name, 1, [192, 0, 2, 1])
        for records in [[alias, address], [address, alias]] {
            let answer = DNSMessage.answer(in: Self.answer(records), to: Self.question)
            #expect(answer?.addresses == [[192, 0, 2, 1]] && answer?.seconds == 5)
        }
        // Without the alias, the address is another name's.
        #expect(DNSMessage.answer(in: Self.answer([address]), to: Self.question)?.addresses == [])
        let loop = Self.answer([Self.record(Self.itself, 5, Self.itself)])
        #expect(DNSMessage.answer(in: loop, to: Self.question)?.addresses == [])
    }

    @Test(
        "What is no answer to the question",
        arguments: [
            [], Array(question), Array(answer([]).dropLast()), [1, 3] + answer([])[2...],
            answer([], flags: [0x01, 0x80]), answer([], flags: [0x89, 0x80]),
            answer([]).replacing([4, 116, 101, 115, 116], with: [4, 116, 101, 115, 117]),
            answer([], count: 1), answer([record(itself, 1, [1, 2, 3])]), answer([record(itself, 1, [1, 2, 3, 4, 5])]),
            Array(answer([record(itself, 1, [1, 2, 3, 4])]).dropLast()),
            // Pointers to themselves, forward, and beyond the end; a label's reserved kind; an alias that isn't all of its record.
            answer([record([0xC0, 26], 1, [1, 2, 3, 4])]), answer([record([0xC0, 28], 1, [1, 2, 3, 4])]),
            answer([record([0xFF, 0xFF], 1, [1, 2, 3, 4])]), answer([record([0x40, 0], 1, [1, 2, 3, 4])]),
            answer([record([0xC0], 1, [])]), answer([record(itself, 5, [1, 98, 0, 0])]),
            answer([record(itself, 5, [])]),
        ])
    func noAnswer(_ bytes: [UInt8]) {
        #expect(DNSMessage.answer(in: bytes, to: Self.question) == nil)
    }

    @Test func keptAsLongAsTheySay() async throws {
        let asked = Asked()
        let service = NameService("test", usesIDs: true) { question, _ in
            asked.count()
            let isKept = question[13] == UInt8(ascii: "k")
            let record: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, isKept ? 1 : 0, 0, 0, 4, 192, 0, 2, 7]
            return .success(question[..<2] + [0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + question[12...] + record)
        }
        for (host, count) in [("kept.test", 1), ("kept.test", 1), ("new.test", 2), ("new.test", 3)] {
            let addresses = try await Resolver.addresses(
                of: host, port: 80, family: .ipv4, asking: nil, or: service, on: .shared, until: .never)
            #expect(addresses.map(\.description) == ["192.0.2.7:80"])
            #expect(asked.value == count, "\(host)")
        }
        for (host, isKnown) in [("x.onion", false), ("localhost", true), ("127.0.0.1", true)] {
            let addresses = try? await Resolver.addresses(
                of: host, port: 80, family: .ipv4, asking: nil, or: service, on: .shared, until: .never)
            #expect((addresses != nil) == isKnown)
        }
        #expect(asked.value == 3)
    }

    /// An answer over TCP has room for thousands, each of which a client would connect to.
    @Test("Of a name's addresses only so many are tried, of both kinds", arguments: [(3, 3), (1000, 32)])
    func mostAddresses(given: Int, tried: Int) async throws {
        let service = NameService("test", usesIDs: true) { question, _ in
            let isWide = question[question.count - 3] == 28
            let beginning: [UInt8] = isWide ? [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 10) : [192, 0]
            var bytes: [UInt8] = question[..<2] + [0x81, 0x80, 0, 1, UInt8(given >> 8), UInt8(given & 0xFF)]
            bytes += [0, 0, 0, 0] + question[12...]
            for number in 0..<given {
                let data = beginning + [UInt8(number >> 8), UInt8(number & 0xFF)]
                bytes += Self.record(Self.itself, isWide ? 28 : 1, data)
            }
            return .success(bytes)
        }
        let addresses = try await Resolver.addresses(
            of: "many.test", port: 80, family: .any, asking: nil, or: service, on: .shared, until: .never)
        #expect(addresses.count { $0.family == .ipv6 } == tried)
        #expect(addresses.count { $0.family == .ipv4 } == tried)
    }

    /// A pointer to a pointer, and so on, is a name if it has no more of them than a name has labels.
    @Test(arguments: [(100, true), (200, false)])
    func pointersToPointers(count: Int, isRead: Bool) {
        let start = Self.question.count
        // The data of a record of another type, each pointer to the one before it.
        var chain: [UInt8] = Self.itself
        let place = start + 12
        for index in 1..<count {
            let target = place + 2 * (index - 1)
            chain += [0xC0 | UInt8(target >> 8), UInt8(truncatingIfNeeded: target)]
        }
        let last = place + 2 * (count - 1)
        var text =
            Self.itself + [0, 16, 0, 1, 0, 0, 0, 60, UInt8(chain.count >> 8), UInt8(truncatingIfNeeded: chain.count)]
        text += chain
        let address = Self.record([0xC0 | UInt8(last >> 8), UInt8(truncatingIfNeeded: last)], 1, [192, 0, 2, 1])
        let answer = DNSMessage.answer(in: Self.answer([text, address]), to: Self.question)
        #expect((answer?.addresses == [[192, 0, 2, 1]]) == isRead)
    }
}
