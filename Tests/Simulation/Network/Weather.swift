/// What the network does to one connection.
struct Weather {
    /// A fault, after this many bytes in its direction.
    enum Fault {
        /// Bytes go on being lost, and nobody says so.
        case stall
        case reset
        /// The server's end of the stream, too early.
        case end
    }

    /// How what the server sends arrives.
    enum Cutting {
        case whole, anywhere, tiny
    }

    var latency = Duration.zero
    var cutting = Cutting.whole
    /// The bytes under way that make a write block.
    var window = Int.max
    /// The most bytes that one write takes.
    var mostWritten = Int.max
    /// Whether a wait may end although nothing has happened.
    var isNervous = false
    var down: (after: Int, fault: Fault)?
    var up: (after: Int, fault: Fault)?

    /// - Parameter severity: 0 for a network that only takes its time.
    init(_ choices: Choices, severity: Int) {
        latency = choices.one(of: [.zero, .milliseconds(1), .milliseconds(30), .milliseconds(300)])
        cutting = choices.one(of: [.whole, .anywhere, .tiny])
        if choices.rarely(3) { window = choices.one(of: [64 * 1024, 4096, 300]) }
        if choices.rarely(3) { mostWritten = choices.one(of: [1000, 60, 7]) }
        isNervous = choices.rarely(4)
        guard severity > 0 else { return }
        if choices.rarely(6 - severity) {
            down = (Self.place(choices), choices.one(of: [.reset, .end, .stall]))
        }
        if choices.rarely(8 - severity) { up = (Self.place(choices), choices.one(of: [.reset, .stall])) }
    }

    private static func place(_ choices: Choices) -> Int {
        let scale = choices.one(of: [1, 16, 256, 4096, 65536])
        return scale == 1 ? 0 : choices.pick(scale) + scale / 16
    }
}
