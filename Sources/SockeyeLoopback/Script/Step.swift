/// One thing that a scripted server does. A list of them, in order, is a `Script`.
///
/// ```
///  take      awaitRequest = awaitHead + receiveBody · receive(n) · awaitEnd
///  give      send(text) · sendBytes · sendPattern · sendZeros · updateKeys(n)
///  wait      pause(until:) · open · delay · stall
///  behave    serve(requests:) · forEachRequest(steps)
///  end       shutdownSending · close · cut · reset        (a script that runs out closes)
/// ```
public indirect enum Step: Sendable {
    /// Reads one request, head and body, and notes it in the server's log. Ends the script if the client ends first.
    case awaitRequest
    /// Reads a request's head and notes it, leaving its body unread.
    case awaitHead
    /// Reads the rest of the body of the request whose head was read last; the log's entry grows with it.
    case receiveBody
    /// Reads so many raw bytes, whatever they are.
    case receive(Int)
    /// Reads and drops everything until the client ends its side.
    case awaitEnd

    /// Sends the UTF-8 bytes of a text, exactly.
    case send(String)
    /// Sends bytes, exactly.
    case sendBytes([UInt8])
    /// Sends the bytes of `BytePattern` at these offsets.
    case sendPattern(Range<Int>)
    /// Sends so many zero bytes, as fast as can be.
    case sendZeros(Int)
    /// Sends so many messages of TLS 1.3 that carry no data: new keys. Nothing on a plain connection.
    case updateKeys(Int)

    /// Waits until somebody opens the gate.
    case pause(until: Gate)
    /// Opens a gate, to tell that the script has come here.
    case open(Gate)
    /// Waits so long. For slow servers; to wait for an event use `pause`.
    case delay(Duration)
    /// Does nothing more, reading or sending, until the server is stopped or its patience ends.
    case stall

    /// Answers so many requests by the server's routes; `nil` all that come.
    case serve(requests: Int?)
    /// Runs the steps once for each request that comes; each round begins with `awaitRequest`.
    case forEachRequest([Step])

    /// Ends the sending side (`close_notify` over TLS, then FIN) and goes on with the script.
    case shutdownSending
    /// Ends in order: `close_notify` over TLS, FIN, then waits a little for the client's end.
    case close
    /// Ends like a dead peer: FIN, over TLS without `close_notify`.
    case cut
    /// Ends with RST.
    case reset
}
