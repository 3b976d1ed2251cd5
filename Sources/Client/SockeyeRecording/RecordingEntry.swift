/// A line of a recording: an event, its time and its connection.
///
/// docs/Recordings.md describes the lines.
package struct RecordingEntry: Sendable, Hashable {
    /// The kinds of entries.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The recording begins.
        case start
        /// An argument of the command line.
        case argument
        /// An environment variable that was read.
        case environment
        /// The contents of a file that was read.
        case input
        /// The state of a file or folder before the run.
        case file
        /// The user's answer to a question.
        case answer
        /// The cache's entry for a URL before the run.
        case stored
        /// A connection is requested.
        case open
        /// The resolver answered.
        case resolved
        /// The connection is established.
        case connected
        /// A TLS message.
        case message
        /// The TLS handshake is complete.
        case secured
        /// Bytes were received.
        case received
        /// The peer closed its side.
        case ended
        /// A step or a wait failed.
        case failed
        /// Bytes were sent.
        case sent
        /// An idle connection was checked.
        case quiet
        /// The client closed the connection.
        case closed
        /// A random choice.
        case chance
        /// The process received a signal.
        case signal
        /// The recording was ended properly.
        case end
    }

    /// A named value. It is octets, since it may not be UTF-8.
    package struct Value: Sendable, Hashable {
        /// The name, in lowercase letters.
        package var name: String
        /// The octets.
        package var bytes: [UInt8]

        /// Creates a value.
        package init(_ name: String, _ bytes: [UInt8]) {
            (self.name, self.bytes) = (name, bytes)
        }

        /// Creates a value from text.
        package init(_ name: String, _ text: String) {
            self.init(name, Array(text.utf8))
        }

        /// Creates a value from a number.
        package init(_ name: String, _ number: some BinaryInteger) {
            self.init(name, "\(number)")
        }
    }

    /// Microseconds since the recording began.
    package var time: UInt64
    /// The kind.
    package var kind: Kind
    /// The connection's number, from 0 in the order of request; `nil` if the entry concerns none.
    package var connection: Int?
    /// The values, in their order on the line.
    package var values: [Value]
    /// The line number in the file, from 1; 0 if it wasn't read from a file.
    package var line = 0

    /// Creates an entry.
    package init(_ kind: Kind, at time: UInt64, connection: Int? = nil, _ values: [Value] = []) {
        (self.kind, self.time, self.connection, self.values) = (kind, time, connection, values)
    }

    /// The first value with that name.
    package func bytes(_ name: String) -> [UInt8]? { values.first { $0.name == name }?.bytes }

    /// The first value with that name as text, with U+FFFD for invalid UTF-8.
    package func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

    /// All values with that name as text.
    package func texts(_ name: String) -> [String] {
        values.filter { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// The first value with that name as a number; `nil` if it isn't one or is too large.
    package func number(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }
}

extension RecordingEntry.Kind {
    /// Whether the kind concerns a connection.
    package var hasConnection: Bool {
        switch self {
        case .start, .argument, .environment, .input, .file, .answer, .stored, .chance, .signal, .end: false
        case .open, .resolved, .connected, .message, .secured, .received, .ended, .failed, .sent, .quiet, .closed: true
        }
    }

    /// Whether the entry is external input, which a replay feeds to the client.
    package var isFromOutside: Bool {
        switch self {
        case .resolved, .connected, .message, .secured, .received, .ended, .failed, .signal, .end: true
        default: false
        }
    }

    /// The required values, and whether each is a number.
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
