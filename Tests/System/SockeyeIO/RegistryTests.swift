import Testing

@testable import SockeyeIO

private final class Client: LoopClient {
    func becameReady(_ flags: UInt32) {}
    func momentCame(now: UInt64) {}
}

struct RegistryTests {
    @Test func findsClientsByToken() {
        var registry = Registry()
        let clients = (0..<5).map { _ in Client() }
        let tokens = clients.map { registry.insert($0) }
        #expect(Set(tokens).count == 5)
        #expect(registry.count == 5)
        for (client, token) in zip(clients, tokens) { #expect(registry.client(token) === client) }
    }

    /// An event for a closed descriptor must not reach the next owner of the slot.
    @Test func staleTokenFindsNobody() {
        var registry = Registry()
        let (old, new) = (Client(), Client())
        let stale = registry.insert(old)
        registry.remove(stale)
        let fresh = registry.insert(new)
        #expect(fresh & 0xFFFF_FFFF == stale & 0xFFFF_FFFF, "the slot is reused")
        #expect(registry.client(stale) == nil)
        #expect(registry.client(fresh) === new)
        registry.remove(stale)
        #expect(registry.client(fresh) === new, "removing by a stale token changes nothing")
        #expect(registry.count == 1)
    }

    @Test(arguments: [0, 7, 1 << 32, .max] as [UInt64])
    func unknownTokenFindsNobody(_ token: UInt64) {
        var registry = Registry()
        #expect(registry.client(token) == nil)
        registry.remove(token)
        #expect(registry.count == 0)
    }

    @Test func slotsAreReused() {
        var registry = Registry()
        var tokens: Set<UInt64> = []
        for _ in 0..<100 {
            let token = registry.insert(Client())
            tokens.insert(token)
            registry.remove(token)
        }
        #expect(tokens.count == 100, "each registration has its own token")
        #expect(tokens.allSatisfy { $0 & 0xFFFF_FFFF == 0 }, "all in one slot")
    }
}
