import Synchronization
import Testing

@testable import SockeyeCLI

@Suite struct StandardInputTests {
    /// A server that closes at any moment is told from one that took everything.
    @Test func whatIsReadCountsAsUnsentThroughout() async throws {
        let machine = MemoryMachine(files: ["-": "abc"])
        let input = StandardInput(machine)
        #expect(input.isUnsent)
        let meanwhile = Mutex<Bool?>(nil)
        machine.state.withLock { $0.whenRead = { meanwhile.withLock { $0 = input.isUnsent } } }
        #expect(try await input.next() == Array("abc".utf8))
        #expect(meanwhile.withLock { $0 } == true)
        #expect(input.isUnsent)
        input.setSent()
        #expect(!input.isUnsent)
        #expect(try await input.next() == nil)
        #expect(meanwhile.withLock { $0 } == false)
        #expect(!input.isUnsent)
    }
}
