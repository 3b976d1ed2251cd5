internal import SockeyeURL

extension HTTPURL {
    /// The same URL for the request that opens a WebSocket: http for ws, https for wss.
    var ofHandshake: HTTPURL {
        guard scheme == "ws" || scheme == "wss" else { return self }
        return (try? HTTPURL("http" + href.dropFirst(2))) ?? self
    }
}
