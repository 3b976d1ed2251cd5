internal import SockeyeClient
internal import SockeyeTranscript

/// A request that went through the proxy, and its response.
public struct InspectedExchange: Sendable, Identifiable {
    /// How the proxy handled a request.
    package enum Kind: String, Sendable {
        /// Forwarded.
        case forwarded
        /// CONNECT: forwarded without inspection.
        case tunnel
        /// CONNECT whose TLS the proxy terminates; each request inside is its own exchange.
        case opened
        /// Forwarded, after which the connection switched to another protocol.
        case upgraded
        /// Forwarded, and changed by a rule or on the page.
        case changed
        /// Answered from a file.
        case replaced
        /// Answered by the proxy because it couldn't be forwarded.
        case refused
    }

    /// One direction: the octets as received, the body up to a limit.
    public struct Message: Sendable {
        /// The head as received, truncated at the limit; empty until it has arrived.
        public private(set) var head: [UInt8] = []
        /// The beginning of the body as on the wire, with its framing.
        public internal(set) var body: [UInt8] = []
        /// All bytes of the body without its framing, or of the tunnel.
        package internal(set) var bodyBytes: Int64 = 0
        /// All bytes of the body on the wire, with its framing; 0 for a tunnel.
        package internal(set) var wireBytes: Int64 = 0
        /// When the head and the first bytes of the body arrived, in microseconds since the log began.
        var moments: (head: Int, body: Int) = (0, 0)
        /// The length of the whole head.
        private(set) var headLength = 0

        /// Keeps a head up to the limit.
        mutating func take(head whole: [UInt8], upTo limits: InspectLimits, at moment: Int) {
            head = Array(whole.prefix(max(0, limits.headBytes)))
            headLength = whole.count
            moments.head = moment
        }
    }

    /// Further data for the page and the archive. Times are microseconds since the log began.
    struct Track: Sendable {
        var start = 0
        var end: Int?
        /// Connection details.
        var timings: Timings?
        var connection: ConnectionDetails?
        var isReused = false
        fileprivate(set) var events: [Transcript.Event] = []
        /// Whether the program sent something other than a request.
        var isUnreadable = false
    }

    /// The exchange's number, from 1.
    public let id: Int
    /// How the proxy handled it.
    package internal(set) var kind = Kind.forwarded
    /// The method and the URL; `HOST:PORT` for a tunnel.
    public internal(set) var method: String
    /// The URL as requested, or as edited on the page.
    public internal(set) var url: String
    /// The program's bytes.
    public internal(set) var sent = Message()
    /// The bytes sent to the program.
    public internal(set) var received = Message()
    /// The status, once it is known.
    public internal(set) var status: Int?
    /// When it began, in milliseconds since 1970, and how long it took; `nil` while it is unfinished.
    public internal(set) var time: (start: Int64, duration: Duration?)
    /// Why it failed, if it did.
    public internal(set) var failure: String?
    /// What the proxy did, and why.
    public private(set) var notes: [String] = []
    var track = Track()
    /// The bytes of notes and events, summed as they are added, because each change reads the weight.
    private var toldBytes = 0

    /// The most notes, and the most events, since a server can cause any number. The last one says that more were left out.
    static let noteLimit = 200

    init(id: Int, method: String, url: String, start: Int64) {
        self.id = id
        self.method = method
        self.url = url
        time = (start, nil)
    }

    /// The host, without its port.
    public var host: String { InspectedURL(url).host }

    /// The path and query; `/` if there is none.
    public var path: String { InspectedURL(url).path }

    /// The bytes it holds in memory.
    var weight: Int {
        512 + url.utf8.count + sent.head.count + sent.body.count + received.head.count + received.body.count
            + toldBytes
    }

    mutating func add(note text: String) {
        guard notes.count < Self.noteLimit else { return }
        let text = notes.count + 1 < Self.noteLimit ? text : "further notes are left out"
        notes.append(text)
        toldBytes += text.utf8.count
    }

    mutating func add(_ event: Transcript.Event) {
        let count = track.events.count
        guard count < Self.noteLimit else { return }
        let event =
            count + 1 < Self.noteLimit
            ? event : Transcript.Event("proxy", at: event.time, "further events are left out")
        track.events.append(event)
        toldBytes += 128 + event.text.utf8.count
    }
}
