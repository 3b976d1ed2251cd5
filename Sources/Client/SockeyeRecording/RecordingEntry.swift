/// One line of a recording: what happened, when, and on which connection.
///
/// docs/Recordings.md describes the lines.
public struct RecordingEntry: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The recording begins.
        case start
        /// A word of the command line.
        case argument
        /// A variable of the environment that was asked for.
        case environment
        /// The contents of a file that was read.
        case input
        /// A file or folder as it was before the run.
        case file
        /// What the user answered to a question.
        case answer
        /// What the cache had of a URL before the run.
        case stored
        /// A connection is asked for.
        case open
        /// The resolver answered.
        case resolved
        /// The connection is there.
        case connected
        /// A TLS message.
        case message
        /// The TLS handshake is done.
        case secured
        /// Bytes came.
        case received
        /// The peer ended its side.
        case ended
        /// A step or a wait failed.
        case failed
        /// Bytes were sent.
        case sent
        /// An idle connection was looked at.
        case quiet
        /// The client closed the connection.
        case closed
        /// A random choice.
        case chance
        /// A signal came to the process.
        case signal
        /// The recording ends in order.
        case end
    }

    /// A named value; octets, since nobody promises that they are text.
    public struct Value: Sendable, Hashable {
        /// Lowercase letters.
        public var name: String
        /// The octets.
        public var bytes: [UInt8]

        /// Creates a value.
        public init(_ name: String, _ bytes: [UInt8]) {
            (self.name, self.bytes) = (name, bytes)
        }

        /// Creates a value from text.
        public init(_ name: String, _ text: String) {
            self.init(name, Array(text.utf8))
        }

        /// Creates a value from a number.
        public init(_ name: String, _ number: some BinaryInteger) {
            self.init(name, "\(number)")
        }
    }

    /// Microseconds since the recording began.
    public var time: UInt64
    /// What happened.
    public var kind: Kind
    /// The number of the connection, from 0 in the order in which they were asked for; `nil` if it is about none.
    public var connection: Int?
    /// The values, in the order of the line.
    public var values: [Value]
    /// The number of its line in the file, from 1; 0 if it was read from none.
    public var line = 0

    /// Creates an entry.
    public init(_ kind: Kind, at time: UInt64, connection: Int? = nil, _ values: [Value] = []) {
        (self.kind, self.time, self.connection, self.values) = (kind, time, connection, values)
    }

    /// The first value of that name.
    public func bytes(_ name: String) -> [UInt8]? { values.first { $0.name == name }?.bytes }

    /// The first value of that name as text, with U+FFFD for what isn't UTF-8.
    public func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

    /// All values of that name as text.
    public func texts(_ name: String) -> [String] {
        values.filter { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// The first value of that name as a number; `nil` if it isn't one, or too large.
    public func number(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }
}

extension RecordingEntry.Kind {
    /// Whether it is about a connection.
    public var hasConnection: Bool {
        switch self {
        case .start, .argument, .environment, .input, .file, .answer, .stored, .chance, .signal, .end: false
        case .open, .resolved, .connected, .message, .secured, .received, .ended, .failed, .sent, .quiet, .closed: true
        }
    }

    /// Whether it came from outside, so that a replay gives it to the client.
    public var isFromOutside: Bool {
        switch self {
        case .resolved, .connected, .message, .secured, .received, .ended, .failed, .signal, .end: true
        default: false
        }
    }

    /// Names, and whether each is a number, without which an entry is refused.
    var required: [(name: String, isNumber: Bool)] {
        switch self {
        case .start: [("wall", true), ("secrets", false)]
        case .argument, .chance: [("bytes", false)]
        case .environment, .input: [("name", false)]
        case .file: [("name", false)]
        case .answer: [("question", false), ("bytes", false)]
        case .stored: [("url", false), ("status", true), ("bytes", false)]
        case .open: [("origin", false)]
        case .received, .sent: [("bytes", false)]
        case .failed: [("step", false), ("error", false)]
        case .quiet: [("is", false)]
        case .message: [("sent", true), ("version", true), ("bytes", false)]
        case .signal: [("number", true)]
        case .resolved, .connected, .secured, .ended, .closed, .end: []
        }
    }
}
