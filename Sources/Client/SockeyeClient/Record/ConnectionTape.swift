internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTransport
internal import SockeyeTLS

/// An open connection below HTTP, TLS and proxies.
struct Link {
    let transport: any Transport
    let localAddress: SocketAddress?
    let peerAddress: SocketAddress?
    /// How the addresses did.
    let race: AddressRace
}

/// How one connection is opened when the client records or replays: each step asks the system and notes its answer, or takes the
/// answer from the recording.
enum ConnectionTape {
    case recorded(RecordedLine)
    case replayed(ReplayTransport)

    /// The next connection to that origin.
    init(_ recorder: Recorder?, _ replay: Replay?, to origin: String, on loop: EventLoop) throws(IOError) {
        if let replay {
            self = .replayed(try replay.open(origin, on: loop))
        } else if let recorder {
            self = .recorded(RecordedLine(recorder, to: origin))
        } else {
            throw .invalidArgument("there is nothing to record to")
        }
    }
}

extension ConnectionTape? {
    /// The addresses of a host.
    func addresses(
        _ ask: () async throws(IOError) -> [SocketAddress]
    ) async throws(IOError) -> [SocketAddress] {
        switch self {
        case nil: return try await ask()
        case .recorded(let line):
            do throws(IOError) {
                let addresses = try await ask()
                line.note(.resolved, addresses.map { Value("address", $0.recorded) })
                return addresses
            } catch {
                line.failed("resolve", .io(error))
                throw error
            }
        case .replayed(let transport):
            let entry = try await transport.answer(of: .resolved, "resolve")
            return entry.texts("address").compactMap { SocketAddress(recorded: $0) }
        }
    }

    /// A connection to the address that answers first.
    ///
    /// - Parameter failed: called with how the addresses did, if none answered.
    func link(
        _ connect: () async -> (result: Result<Socket, IOError>, race: AddressRace), failed: (AddressRace) -> Void
    ) async throws(IOError) -> Link {
        if case .replayed(let transport) = self { return try await replayedLink(transport, failed: failed) }
        let (result, race) = await connect()
        if case .failure = result { failed(race) }
        guard case .recorded(let line) = self else {
            let socket = try result.get()
            return Link(
                transport: ByteStream(socket), localAddress: socket.localAddress, peerAddress: socket.peerAddress,
                race: race)
        }
        switch result {
        case .success(let socket):
            let (local, peer) = (socket.localAddress, socket.peerAddress)
            let ends = [("local", local), ("peer", peer)].compactMap { name, address in
                address.map { Value(name, $0.recorded) }
            }
            line.note(.connected, ends + race.recorded)
            return Link(
                transport: RecordingTransport(ByteStream(socket), line), localAddress: local, peerAddress: peer,
                race: race)
        case .failure(let error):
            line.failed("connect", .io(error), race.recorded)
            throw error
        }
    }

    private func replayedLink(
        _ transport: ReplayTransport, failed: (AddressRace) -> Void
    ) async throws(IOError) -> Link {
        let entry = try await transport.answer(of: .connected, "connect") { entry in
            let race = AddressRace(recorded: entry)
            if !race.runners.isEmpty { failed(race) }
        }
        return Link(
            transport: transport, localAddress: entry.text("local").flatMap { SocketAddress(recorded: $0) },
            peerAddress: entry.text("peer").flatMap { SocketAddress(recorded: $0) },
            race: AddressRace(recorded: entry))
    }
}

extension ReplayTransport {
    /// As `outcome`, for steps below TLS.
    fileprivate func answer(
        of kind: RecordingEntry.Kind, _ step: String, failed: (RecordingEntry) -> Void = { _ in }
    ) async throws(IOError) -> RecordingEntry {
        do throws(StreamError) {
            return try await outcome(of: kind, step, failed: failed)
        } catch .io(let error) {
            throw error
        } catch {
            throw .invalidArgument("\(error)")
        }
    }
}

extension Transport {
    /// What TLS negotiated, here or when it was recorded.
    var negotiated: TLSDetails? { (self as? any TapedTransport)?.tlsDetails ?? stream?.tlsDetails }

    /// Starts TLS over this transport: with `handshake`, or as it was recorded.
    func secured(
        showing messages: (@Sendable (TLSMessage, RawSpan) -> Void)?,
        _ handshake: (ByteStream, TLSWatcher?) async throws(StreamError) -> ByteStream
    ) async throws(StreamError) -> any Transport {
        if let replayed = self as? ReplayTransport {
            replayed.watchTLS(messages)
            try await replayed.secure()
            return replayed
        }
        guard let stream else { throw .io(.invalidArgument("TLS needs a socket, which this isn't")) }
        guard let line = (self as? RecordingTransport)?.line else {
            return try await handshake(stream, TLSWatcher.showing(messages))
        }
        do throws(StreamError) {
            let secured = try await handshake(stream, line.watcher(messages))
            line.note(.secured, secured.tlsDetails?.recorded ?? [])
            return RecordingTransport(secured, line)
        } catch {
            line.failed("secure", error)
            throw error
        }
    }
}

extension TLSWatcher {
    /// A watcher that shows messages; `nil` if nobody wants them.
    static func showing(_ messages: (@Sendable (TLSMessage, RawSpan) -> Void)?) -> TLSWatcher? {
        messages.map { TLSWatcher($0) }
    }
}
