// WebSockets and events.

import Sockeye
import SockeyeEvents
import SockeyeTesting
import SockeyeWebSocket

func webSockets(_ web: LoopbackServer) async throws {
    try await webSocketOptions(web)
    try await webSocketCloseCode(web)
    try await eventStreamOptions(web)
}

/// ``WebSocketOptions``, ``WebSocketLimits``, ``PerMessageDeflate``: what is offered, and the most that is accepted.
func webSocketOptions(_ web: LoopbackServer) async throws {
    var options = WebSocketOptions(protocols: ["chat"])
    var compression = PerMessageDeflate()
    compression.clientNoContextTakeover = true
    options.compression = compression
    var limits = WebSocketLimits()
    limits.messageBytes = 1 << 20
    options.limits = limits
    options.pingInterval = .seconds(30)
    try await HTTPClient.shared.withWebSocket(.get(web.url("/ws/echo")), options: options) { socket in
        try await socket.send(.text("hello"))
        try expect(try await socket.receive() == .text("hello"))
    }
}

/// ``WebSocketCloseCode``: why a conversation ends.
func webSocketCloseCode(_ web: LoopbackServer) async throws {
    try await HTTPClient.shared.withWebSocket(web.url("/ws/close/4001")) { socket in
        try expect(try await socket.receive() == nil)
        try expect(socket.closeCode == WebSocketCloseCode(rawValue: 4001))
    }
    try expect(WebSocketCloseCode.normal.isSendable && !WebSocketCloseCode.abnormal.isSendable)
}

/// ``EventStreamOptions``: after which event a stream goes on, and how it comes back.
func eventStreamOptions(_ web: LoopbackServer) async throws {
    let options = EventStreamOptions(lastEventID: "2", reconnectionTime: .milliseconds(500), failureLimit: 3)
    var ids: [String] = []
    for try await event in HTTPClient.shared.events(web.url("/events/3"), options: options) { ids.append(event.id) }
    try expect(ids == ["3"])
}
