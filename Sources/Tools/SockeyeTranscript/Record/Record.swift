package import SockeyeParsers
package import SockeyeRecording

extension Transcript {
    /// What a transcript has recorded. All times are microseconds since its beginning.
    package struct Record: Sendable {
        /// When it began.
        package let started: Timestamp
        /// Whether secrets are masked in it.
        package let isMasked: Bool
        /// The calls, in the order of their beginning.
        package internal(set) var calls: [CallRecord] = []
        /// The attempts, likewise; a call makes several when it is redirected, challenged or repeated.
        package internal(set) var attempts: [AttemptRecord] = []
        /// The connections that the attempts used.
        package internal(set) var connections: [ConnectionRecord] = []
        /// How many calls came beyond the limit.
        package internal(set) var droppedCalls = 0
        /// How many attempts came beyond the limit.
        package internal(set) var droppedAttempts = 0

        init(started: Timestamp, isMasked: Bool) { (self.started, self.isMasked) = (started, isMasked) }
    }

    /// One call: what a caller asked for, with all its attempts.
    package struct CallRecord: Sendable, Identifiable {
        /// Its place in ``Record/calls``.
        package let id: Int
        /// The name that the caller gave it, such as the URL.
        package let title: String
        /// When it began.
        package let start: Int
        /// When it ended, if it has.
        package internal(set) var end: Int?
        /// What happened between the attempts.
        package internal(set) var events: [Event] = []
        /// Why it failed, if it did.
        package internal(set) var failure: String?
    }

    /// One attempt: one request on one connection, or an answer or connection without one.
    package struct AttemptRecord: Sendable, Identifiable {
        /// What kind of attempt it is.
        package enum Kind: String, Sendable, Hashable {
            /// A request on a connection.
            case exchange
            /// An answer without a request, such as the cache's, or a connection without one.
            case aside
        }

        /// Its place in ``Record/attempts``.
        package let id: Int
        /// Its call, if known.
        package let call: Int?
        /// What kind of attempt it is.
        package let kind: Kind
        /// The method; empty without a request.
        package internal(set) var method = ""
        /// The URL; empty without a request.
        package internal(set) var url = ""
        /// When it began, ended, and what took how long.
        package internal(set) var time: Times
        /// The connection and how it went.
        package internal(set) var outcome = Outcome()
        /// What went over the wire.
        package internal(set) var wire = Wire()
        /// What happened, in order.
        package internal(set) var events: [Event] = []

        init(id: Int, call: Int?, kind: Kind, start: Int) {
            (self.id, self.call, self.kind, time) = (id, call, kind, Times(start: start))
        }
    }

    /// The times of an attempt.
    package struct Times: Sendable {
        /// When it began.
        package let start: Int
        /// When it ended, if it has.
        package internal(set) var end: Int?
        /// The phases, in order, once it has ended.
        package internal(set) var phases: [Phase] = []
    }

    /// One phase of an attempt.
    package struct Phase: Sendable, Hashable {
        /// Its name: `waiting`, `resolving`, `connecting`, `tunnelling`, `securing`, `sending`, `awaiting` or `receiving`.
        package let name: String
        /// Its beginning.
        package let start: Int
        /// Its end.
        package let end: Int
    }

    /// How an attempt went.
    package struct Outcome: Sendable {
        /// The place of its connection in ``Record/connections``.
        package internal(set) var connection: Int?
        /// Whether the connection had carried a request before.
        package internal(set) var isReused = false
        /// The status of the final response.
        package internal(set) var status: Int?
        /// What became of the connection: kept, or closed for this reason.
        package internal(set) var closing: String?
        /// What the cache did, if there is one, in the words of RFC 9211.
        package internal(set) var cacheStatus: String?
        /// Why it failed before the response's body, if it did.
        package internal(set) var failure: String?
    }

    /// What an attempt sent and received.
    package struct Wire: Sendable {
        /// The pieces, in order.
        package internal(set) var pieces: [Piece] = []
        /// The chunks of a chunked response (RFC 9112 section 7.1), as far as the limit of pieces.
        package internal(set) var chunks: [ChunkScanner.Chunk] = []
        /// Bytes of the request's body on the wire, kept or not.
        package internal(set) var sentBodyBytes: Int64 = 0
        /// Bytes of the response's body on the wire, kept or not.
        package internal(set) var receivedBodyBytes: Int64 = 0
        /// Bytes of both bodies that were kept.
        var (keptSent, keptReceived) = (0, 0)
        var scanner: ChunkScanner?
        /// Where the secrets are in what follows the last chunk.
        var trailers = SecretScanner(.fields)
        /// The same of the request's body.
        var sentTrailers = TrailerMask()

        /// Whether all of the request's body was kept.
        package var hasWholeRequestBody: Bool { Int64(keptSent) == sentBodyBytes }
        /// Whether all of the response's body was kept.
        package var hasWholeResponseBody: Bool { Int64(keptReceived) == receivedBodyBytes }
    }

    /// Bytes that went over the wire in one step.
    package struct Piece: Sendable {
        /// What the bytes are.
        package enum Kind: String, Sendable, Hashable {
            /// A request's head.
            case sentHead
            /// A part of a request's body, with its framing.
            case sentBody
            /// A response's head.
            case receivedHead
            /// A part of a response's body.
            case receivedBody
            /// The fields after a chunked body.
            case receivedTrailers
            /// A TLS message of the client.
            case sentTLS
            /// A TLS message of the server.
            case receivedTLS
        }

        /// What they are.
        package let kind: Kind
        /// When they went or came.
        package let time: Int
        /// The name of a TLS message.
        package var name: String?
        /// The bytes that were kept.
        package internal(set) var bytes: [UInt8]
        /// How many there were.
        package internal(set) var count: Int
    }

    /// Something that happened.
    package struct Event: Sendable {
        /// When.
        package let time: Int
        /// Its kind, such as `connected`.
        package let name: String
        /// In words, for people.
        package internal(set) var text: String
        /// The clause that rules a decision, such as `RFC 9110 §15.4`; `nil` for what isn't one.
        package var clause: String?
        /// Where the clause can be read.
        package var link: String?
    }

    /// A connection.
    package struct ConnectionRecord: Sendable, Identifiable {
        /// Its place in ``Record/connections``.
        package let id: Int
        /// Its number within its client.
        package let number: UInt64
        /// The host and port of the URL.
        package let name: String
        /// The local address.
        package let local: String?
        /// The peer's address.
        package let peer: String?
        /// When it was first seen.
        package let opened: Int
        /// When it was closed, if it was.
        package internal(set) var closed: Int?
        /// The TLS parameters and the server's certificate, as names and values.
        package internal(set) var security: [(name: String, value: String)] = []
    }
}
