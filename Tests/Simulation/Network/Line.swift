import SockeyeClient
import SockeyeIO
import SockeyeIO
import SockeyeTransport

// SAFETY: a world runs on one thread.
/// One connection of a world: what the client holds of it is a `Transport`, the other end is a `Peer`.
final class Line: Transport, @unchecked Sendable {
    /// How the stream from the server ends.
    enum End {
        case orderly, reset
    }

    let number: Int
    let place: Place
    unowned let world: World
    let weather: Weather
    let record: LineRecord
    private var peer: Peer?

    // What has arrived at the client.
    private var arrived: [UInt8] = []
    private var used = 0
    private var end: End?
    private var isClosed = false
    private var wasInterrupted = false
    private var isNudged = false
    private var reading: OneShot<Void>?
    private var writing: OneShot<Void>?
    private var isInStep = false

    // What is under way.
    private var upward = Stretch()
    private var downward = Stretch()
    private var underWay = 0

    /// One direction of the line.
    private struct Stretch {
        var sent = 0
        /// When the last piece arrives: none overtakes another.
        var lastArrival: UInt64 = 0
        var isCut = false
    }

    init(_ number: Int, to place: Place, in world: World) {
        self.number = number
        self.place = place
        self.world = world
        record = LineRecord(number)
        weather = Weather(world.choices, severity: world.mood.network)
        world.census.lines += 1
        world.census.openLines += 1
        peer = Peer(self)
    }

    deinit {
        world.census.lines -= 1
    }

    // MARK: The client's side

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        enterStep()
        defer { isInStep = false }
        if isClosed { throw .io(.closed) }
        let count = min(buffer.count, arrived.count - used)
        if count > 0 {
            // SAFETY: `count` is within the buffer and within what has arrived.
            buffer.copyBytes(from: arrived[used..<used + count])
            used += count
            if used == arrived.count { (arrived, used) = ([], 0) }
            record.lastMoved = world.now
            world.trace.note("read", number, count, at: world.now)
            return .bytes(count)
        }
        switch end {
        case .orderly: return .ended
        case .reset: throw .io(.system(call: "recv", errorNumber: 104))
        case nil: return .wouldBlock
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep {
        enterStep()
        defer { isInStep = false }
        return try accept(bytes)
    }

    func write(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(StreamError) -> TransportStep {
        enterStep()
        defer { isInStep = false }
        // SAFETY: both are the caller's, valid for the call, and only passed on.
        if first.isEmpty { return try accept(second) }
        // SAFETY: as above.
        let step = try accept(first)
        guard case .bytes(let count) = step, count == first.count, !second.isEmpty,
            case .bytes(let more)? = try? accept(second)
        else { return step }
        return .bytes(count + more)
    }

    private func accept(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep {
        if isClosed { throw .io(.closed) }
        if end == .reset { throw .io(.system(call: "send", errorNumber: 32)) }
        // A long body would take a long time by the handful, and show nothing new.
        let mostWritten = upward.sent < 1500 ? weather.mostWritten : .max
        let count = min(bytes.count, window - min(window, underWay), mostWritten)
        if count == 0 { return bytes.isEmpty ? .bytes(0) : .wouldBlock }
        // SAFETY: a prefix of the caller's bytes, copied before the call ends.
        let piece = [UInt8](bytes[..<count])
        world.trace.note("write", number, count, at: world.now)
        record.lastMoved = world.now
        record.lastWritten = world.now
        record.owner?.left(piece, on: self)
        underWay += count
        travel(up: piece, of: record.owner)
        return .bytes(count)
    }

    private var window: Int { upward.sent < 3000 ? weather.window : max(weather.window, 64 * 1024) }

    private func enterStep() {
        if isInStep { world.breaks("two steps at once on line \(number)") }
        isInStep = true
    }

    func waitToRead(until deadline: Deadline) async throws(StreamError) {
        let isReadable = used < arrived.count || end != nil || isNudged
        isNudged = false
        if isReadable, !wasInterrupted, !isClosed, !Task.isCancelled { return }
        if reading != nil { world.breaks("two tasks wait to read line \(number)") }
        let signal = OneShot<Void>()
        reading = signal
        defer { if reading === signal { reading = nil } }
        try await wait(for: signal, until: deadline)
    }

    func waitToWrite(until deadline: Deadline) async throws(StreamError) {
        let isWritable = underWay < window || end == .reset
        // The other tasks have a turn, as if the kernel had been asked.
        if isWritable, !wasInterrupted, !isClosed, !Task.isCancelled { return await Task.yield() }
        if writing != nil { world.breaks("two tasks wait to write line \(number)") }
        let signal = OneShot<Void>()
        writing = signal
        defer { if writing === signal { writing = nil } }
        try await wait(for: signal, until: deadline)
    }

    private func wait(for signal: OneShot<Void>, until deadline: Deadline) async throws(StreamError) {
        if wasInterrupted || isClosed || Task.isCancelled { throw .io(.cancelled) }
        if weather.isNervous, world.choices.rarely(4) { signal.give(()) }
        let since = world.now
        switch await signal.wait(on: world.loop, until: deadline) {
        case .value: if wasInterrupted || isClosed { throw .io(.cancelled) }
        case .timedOut: throw .io(.timedOut)
        case .cancelled: throw .io(.cancelled)
        }
        record.checkPatience(since: since, world)
    }

    func sleep(until moment: Deadline) async throws(StreamError) {
        if wasInterrupted || isClosed || Task.isCancelled { throw .io(.cancelled) }
        if case .cancelled = await OneShot<Never>().wait(on: world.loop, until: moment) { throw .io(.cancelled) }
    }

    func nudge() {
        isNudged = true
        wakeReader()
    }

    func interrupt() {
        wasInterrupted = true
        wakeReader()
        wakeWriter()
    }

    var isInterrupted: Bool { wasInterrupted || isClosed }

    var isQuiet: Bool { used == arrived.count && end == nil && !isClosed }

    func close() {
        if isClosed { return }
        isClosed = true
        world.trace.note("close", number, at: world.now)
        world.census.openLines -= 1
        wakeReader()
        wakeWriter()
        world.director.after(weather.latency) { [weak self] in
            self?.peer?.clientClosed()
            self?.peer = nil
        }
    }

    private func wakeReader() {
        reading?.give(())
        reading = nil
    }

    private func wakeWriter() {
        writing?.give(())
        writing = nil
    }

    // MARK: The wire

    private func travel(up piece: [UInt8], of owner: Operation?) {
        var piece = piece
        if upward.isCut { return }
        if let (limit, fault) = weather.up, upward.sent + piece.count > limit {
            upward.isCut = true
            piece.removeLast(upward.sent + piece.count - limit)
            if fault == .reset {
                world.director.after(weather.latency) { [weak self] in self?.arrives(.reset, of: .network) }
            }
        }
        upward.sent += piece.count
        if piece.isEmpty { return }
        let count = piece.count
        upward.lastArrival = max(upward.lastArrival, world.now + weather.latency.wholeNanoseconds)
        world.director.at(upward.lastArrival) { [weak self, piece, owner] in
            guard let self else { return }
            underWay -= count
            wakeWriter()
            peer?.received(piece, from: owner)
        }
    }

    /// Sends what the server wrote.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, !downward.isCut {
            var count: Int
            switch weather.cutting {
            case .whole: count = rest.count
            case .anywhere: count = 1 + world.choices.pick(downward.sent < 20_000 ? rest.count : 65_000)
            case .tiny: count = downward.sent < 400 ? 1 + world.choices.pick(3) : rest.count
            }
            if let (limit, fault) = weather.down, downward.sent + count > limit {
                downward.isCut = true
                count = max(0, limit - downward.sent)
                defer { cut(by: fault) }
                if count == 0 { return }
                return push(Array(rest.prefix(count)))
            }
            count = min(count, rest.count)
            push(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    private func push(_ piece: [UInt8]) {
        downward.sent += piece.count
        let gap = weather.cutting == .anywhere ? world.choices.one(of: [Duration.zero, .milliseconds(2)]) : .zero
        world.director.at(nextArrival(gap: gap)) { [weak self] in self?.arrives(piece) }
    }

    private func cut(by fault: Weather.Fault) {
        switch fault {
        case .stall: world.trace.note("stalls", number, at: world.now)
        case .reset: world.director.at(nextArrival()) { [weak self] in self?.arrives(.reset, of: .network) }
        case .end: world.director.at(nextArrival()) { [weak self] in self?.arrives(.orderly, of: .network) }
        }
    }

    /// Ends the stream from the server.
    func send(_ end: End) {
        if downward.isCut { return }
        downward.isCut = true
        world.director.at(nextArrival()) { [weak self] in self?.arrives(end, of: .server) }
    }

    /// The server has closed, and more has come: the kernel answers with a reset.
    func refuseFurther() {
        downward.isCut = true
        world.director.at(nextArrival()) { [weak self] in self?.arrives(.reset, of: .server) }
    }

    private func nextArrival(gap: Duration = .zero) -> UInt64 {
        let moment = max(downward.lastArrival, world.now + weather.latency.wholeNanoseconds) + gap.wholeNanoseconds
        downward.lastArrival = moment
        return moment
    }

    private func arrives(_ piece: [UInt8]) {
        if isClosed || end == .reset { return }
        world.trace.note("arrives", number, piece.count, at: world.now)
        arrived += piece
        wakeReader()
    }

    private func arrives(_ news: End, of cause: LineRecord.Cause) {
        if isClosed || end == .reset { return }
        world.trace.note("ends", number, news == .reset ? 1 : 0, at: world.now)
        end = news
        record.ends.insert(news == .reset ? .reset : .ended)
        if cause == .network, news == .orderly { record.ends.insert(.cutShort) }
        if news == .reset {
            // A kernel may drop what the client hasn't read yet.
            if world.choices.rarely(2) { (arrived, used) = ([], 0) }
            wakeWriter()
        }
        wakeReader()
    }
}
