import Synchronization
import Testing

@testable import SockeyeCLI

@Suite struct StandardInputTests {
    /// So that a server that closes during a read is not taken for one that received everything.
    @Test func whatIsReadCountsAsUnsentThroughout() async throws {
        let machine = MemoryMachine(files: ["-": "abc"])
        let input = StandardInput(machine)
        #expect(input.isUnsent)
        let meanwhile = Mutex<Bool?>(nil)
        machine.state.withLock { $0.whenRead = { meanwhile.withLock { $0 = input.isUnsent } } }
        // The closure holds the input, and that the machine.
        defer { machine.state.withLock { $0.whenRead = nil } }
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
