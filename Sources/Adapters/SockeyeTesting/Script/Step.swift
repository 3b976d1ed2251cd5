/// One action of a scripted server. A list of steps is a `Script`.
///
/// ```
///  take      awaitRequest = awaitHead + receiveBody · receive(n) · awaitEnd
///  give      send(text) · sendBytes · sendPattern · sendZeros · updateKeys(n) · pace(bytes, pause)
///  wait      pause(until:) · open · delay · stall
///  behave    serve(requests:) · forEachRequest(steps)
///  socket    acceptWebSocket(lines) · awaitFrame · echoMessages(how)
///  bytes     startTLS · echoBytes
///  end       shutdownSending · close · cut · reset        (a script that runs out closes)
/// ```
@nonexhaustive
public indirect enum Step: Sendable {
    /// Reads one request, head and body, and logs it. Ends the script if the client closes first.
    case awaitRequest
    /// Reads a request's head and logs it, leaving the body unread.
    case awaitHead
    /// Reads the rest of the current request's body; the log's entry grows with it.
    case receiveBody
    /// Reads this many raw bytes, whatever they are.
    case receive(Int)
    /// Reads and drops everything until the client closes its side.
    case awaitEnd

    /// Sends the UTF-8 bytes of a text, unchanged.
    case send(String)
    /// Sends bytes, unchanged.
    case sendBytes([UInt8])
    /// Sends the bytes of `BytePattern` at these offsets.
    case sendPattern(Range<Int>)
    /// Sends this many zero bytes, as fast as possible.
    case sendZeros(Int)
    /// Sends this many TLS 1.3 key updates, which carry no data. No-op on a plain connection.
    case updateKeys(Int)

    /// Sends from now on at most so many bytes at a time, with a pause after each; until the next reply of the routes.
    case pace(bytes: Int, pause: Duration)

    /// Waits until the gate is opened.
    case pause(until: Gate)
    /// Opens a gate, to signal that the script has come this far.
    case open(Gate)
    /// Waits for this long. For slow servers; to wait for an event use `pause`.
    case delay(Duration)
    /// Neither reads nor sends until the server is stopped or its patience ends.
    case stall

    /// Answers this many requests with the server's routes; all of them if `nil`.
    case serve(requests: Int?)
    /// Runs the steps once per request; each round begins with `awaitRequest`.
    case forEachRequest([Step])

    /// Answers the handshake of a WebSocket, with these lines in the head besides those that it demands, each with its
    /// CRLF.
    case acceptWebSocket(lines: String = "")
    /// Reads one frame and drops it.
    case awaitFrame
    /// Returns every message to the client until the client closes.
    case echoMessages(LoopbackEcho)

    /// Starts TLS, on a server with `LoopbackConfiguration.startsPlain`. Bytes read before it stay in the clear.
    case startTLS
    /// Returns every byte to the client until the client ends its side, then ends this one.
    case echoBytes

    /// Ends the sending side (`close_notify` over TLS, then FIN) and continues the script.
    case shutdownSending
    /// Closes in an orderly way: `close_notify` over TLS, FIN, then a short wait for the client to close.
    case close
    /// Ends like a dead peer: FIN, without `close_notify` over TLS.
    case cut
    /// Ends with RST.
    case reset
}
