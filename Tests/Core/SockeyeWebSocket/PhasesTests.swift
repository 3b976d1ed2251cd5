import Testing

@testable import SockeyeWebSocket

@Suite struct WebSocketPhasesTests {
    @Test func everyTransition() {
        let table: [WebSocketPhases: [WebSocketPhases.Event: WebSocketPhases]] = [
            .open: [
                .sendData: .open, .receive: .open, .sendClose: .closeSent, .receiveClose: .closeReceived,
                .fail: .failed,
            ],
            .closeSent: [.receive: .closeSent, .receiveClose: .closed, .fail: .failedAndClosed],
            .closeReceived: [.sendClose: .closed],
            .closed: [:],
            .failed: [.sendClose: .failedAndClosed],
            .failedAndClosed: [:],
        ]
        for (phase, expected) in table {
            for event in WebSocketPhases.Event.allCases {
                #expect(phase.after(event) == expected[event], "\(phase) after \(event)")
            }
        }
    }
}
