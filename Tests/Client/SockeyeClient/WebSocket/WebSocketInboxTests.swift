import SockeyeWebSocket
import Testing

@testable import SockeyeClient

struct WebSocketInboxTests {
    /// A program that is always one message behind gets them in order, and what is taken costs nothing.
    @Test func takenMessagesAreForgotten() {
        var inbox = WebSocketInbox()
        func put(_ number: Int) {
            inbox.content = [UInt8(truncatingIfNeeded: number)]
            inbox.completeMessage(.binary)
        }
        for number in 0..<3 { put(number) }
        var most = 0
        for number in 3..<10_000 {
            put(number)
            #expect(inbox.takeMessage()?.bytes == [UInt8(truncatingIfNeeded: number - 3)])
            most = max(most, inbox.heldCount)
        }
        #expect(most < 16)
    }
}
