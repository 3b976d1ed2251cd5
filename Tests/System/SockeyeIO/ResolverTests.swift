import Glibc
import SockeyeIO
import TestSupport
import Testing

struct ResolverTests {
    @Test func localhostIsLoopback() async throws {
        let addresses = try await Resolver.addresses(of: "localhost", port: 81)
        #expect(!addresses.isEmpty)
        for address in addresses { #expect(["127.0.0.1:81", "[::1]:81"].contains(address.description)) }
        let ipv4 = try await Resolver.addresses(of: "localhost", port: 81, family: .ipv4)
        #expect(ipv4.map(\.description) == ["127.0.0.1:81"])
    }

    @Test(
        "What is this machine by its name, and what only looks like it",
        arguments: [
            ("localhost", true), ("LocalHost.", true), ("a.localhost", true), ("a.LOCALHOST.", true),
            ("127.0.0.1", true),
            ("127.255.0.9", true), ("::1", true), ("0:0:0:0:0:0:0:1", true), ("127.example.com", false),
            ("127.0.0.1.example", false), ("localhost.example", false), ("notlocalhost", false), (".localhost", false),
            ("localhost..", false), ("128.0.0.1", false), ("::2", false), ("::", false), ("1::1", false), ("", false),
            (".", false),
        ])
    func loopback(_ host: String, _ isLoopback: Bool) {
        #expect(Resolver.isLoopback(host) == isLoopback)
    }

    @Test(arguments: ["localhost", "localhost.", "LOCALHOST.", "a.localhost", "A.localhost."])
    func namesOfThisMachineAskNobody(_ host: String) async throws {
        let addresses = try await Resolver.addresses(of: host, port: 81, until: .after(.seconds(-1)))
        #expect(addresses.map(\.description) == ["127.0.0.1:81", "[::1]:81"])
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:8080"), ("::1", "[::1]:8080"), ("192.0.2.7", "192.0.2.7:8080"),
        ("2001:DB8::0:7", "[2001:db8::7]:8080"), ("::ffff:192.0.2.1", "[::ffff:192.0.2.1]:8080"),
    ])
    func numericAddressesAskNobody(_ host: String, _ expected: String) async throws {
        // The deadline has passed, so the answer cannot come from a lookup.
        let addresses = try await Resolver.addresses(of: host, port: 8080, until: .after(.seconds(-1)))
        #expect(addresses.map(\.description) == [expected])
    }

    @Test(arguments: ["nonexistent.invalid", "", "a\0b", "127.0.0.1\0.example", "1.2.3.4.5.invalid"])
    func unknownHostSaysSo(_ host: String) async {
        let error = await #expect(throws: IOError.self) {
            try await Resolver.addresses(of: host, port: 80, until: .after(.seconds(30)))
        }
        guard case .unknownHost(host, let reason, _) = error else {
            Issue.record("not unknownHost but \(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(arguments: [("127.0.0.1", Resolver.AddressFamily.ipv6, "IPv6"), ("::1", .ipv4, "IPv4")])
    func theWrongFamilyHasNoAddress(_ host: String, _ family: Resolver.AddressFamily, _ name: String) async {
        await #expect(throws: IOError.system(call: "connect to \(host) over \(name)", errorNumber: EAFNOSUPPORT)) {
            try await Resolver.addresses(of: host, port: 80, family: family)
        }
    }

    /// Lookups that were given up while all threads were busy are not made, so that those behind them have their turn.
    @Test(.timeLimit(.minutes(1))) func nobodysLookupsAreNotMade() async throws {
        let began = Tally()
        let made = Tally()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        // What one domain gets.
        let busy = 128
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<busy {
                group.addTask {
                    _ = try await Resolver.addresses(
                        of: "busy.invalid", port: 1, family: .any,
                        asking: { _, _ in
                            began.count()
                            // Blocks until the other end is closed.
                            var byte: UInt8 = 0
                            _ = read(readEnd, &byte, 1)
                            return .success([])
                        }, on: .shared, until: .never)
                }
            }
            // The threads must be freed whatever happens.
            await began.wait(for: busy)
            let isBusy = began.value == busy
            for _ in 0..<100 {
                await #expect(throws: IOError.timedOut) {
                    try await Resolver.addresses(
                        of: "late.busy.invalid", port: 1, family: .any,
                        asking: { _, _ in
                            made.count()
                            return .success([])
                        }, on: .shared, until: .after(.seconds(-1)))
                }
            }
            close(writeEnd)
            try await group.waitForAll()
            #expect(isBusy)
        }
        close(readEnd)
        _ = try await Resolver.addresses(
            of: "last.invalid", port: 1, family: .any, asking: { _, _ in .success([]) }, on: .shared, until: .never)
        #expect(made.value == 0)
    }

    /// Name servers that never answer, of many domains or of one, keep nobody else waiting, also if nobody waits for them any more.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            (40, "silent", false), (40, "b.silent", false), (300, "silent.one", false), (130, "silent", true),
            // Another domain than above: the cases run at once, and a domain has one share.
            (130, "c.silent", true),
        ])
    func silentNamesKeepNobodyWaiting(_ count: Int, _ parent: String, _ isGivenUp: Bool) async throws {
        let began = Tally()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let silent = (0..<count).map { number in
            Task {
                try await Resolver.addresses(
                    of: parent == "silent" ? "a.silent\(number).test" : "a\(number).\(parent)", port: 1, family: .any,
                    asking: { _, _ in
                        began.count()
                        var byte: UInt8 = 0
                        _ = read(readEnd, &byte, 1)
                        return .success([])
                    }, on: .shared, until: .never)
            }
        }
        await began.wait(for: min(count, 128))
        if isGivenUp {
            for task in silent { task.cancel() }
            for task in silent { await #expect(throws: IOError.cancelled) { try await task.value } }
        }
        let start = ContinuousClock.now
        for host in ["fast.test", parent == "silent.one" ? "other.one" : "fast.\(parent)"] {
            let found = try await Resolver.addresses(
                of: host, port: 1, family: .any, asking: { _, _ in .success([]) }, on: .shared,
                until: .after(.seconds(20)))
            #expect(found.isEmpty)
        }
        #expect(ContinuousClock.now - start < .seconds(5))
        close(writeEnd)
        for task in silent { _ = await task.result }
        close(readEnd)
    }

    @Test(
        "Tor's names are nobody's to ask for",
        arguments: [
            ("onion", true), ("a.onion", true), ("A.b.ONION.", true), ("onion.test", false), ("aonion", false),
            (".onion", false), ("a.onion.test", false), ("127.0.0.1", false),
        ])
    func onionNamesAreNeverAsked(_ host: String, _ isOnion: Bool) async throws {
        let asked = Tally()
        let result: Result<[SocketAddress], IOError>
        do throws(IOError) {
            result = .success(
                try await Resolver.addresses(
                    of: host, port: 1, family: .any,
                    asking: { _, _ in
                        asked.count()
                        return .success([])
                    }, on: .shared, until: .after(.seconds(20))))
        } catch {
            result = .failure(error)
        }
        if isOnion {
            guard case .failure(.unknownHost(host, let reason, isTemporary: false)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(reason.contains("Tor"))
            #expect(asked.value == 0)
        } else {
            _ = try result.get()
        }
    }

    @Test func cancellationDoesNotWaitForTheSystem() async {
        let task = Task { try await Resolver.addresses(of: "localhost", port: 80) }
        task.cancel()
        // The answer may beat the cancellation, but nothing else may happen.
        let failure = await task.failure
        #expect(failure == nil || failure == .cancelled)
    }
}
