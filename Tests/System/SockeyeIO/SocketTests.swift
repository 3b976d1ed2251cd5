import Glibc
@testable import SockeyeIO
import TestSupport
import Testing

struct SocketTests {
    @Test(arguments: Surroundings.loopbackHosts)
    func exchangesBytesOverTCP(_ host: String) async throws {
        let listener = try Listener(on: loopbackAddress(host))
        let client = try await Socket.connect(host: host, port: listener.address.port)
        let server = try await listener.accept()
        #expect(client.peerAddress?.description == listener.address.description)
        #expect(server.peerAddress?.description == client.localAddress?.description)
        try await exchange(client, server)
    }

    @Test(arguments: [false, true])
    func exchangesBytesOverUnixSockets(_ isAbstract: Bool) async throws {
        let folder = try TemporaryFolder()
        // Abstract names are visible to the whole machine: the folder's name makes this one unique.
        let path = isAbstract ? "sockeye" + folder.path : folder.file("socket")
        let address = try SocketAddress(unixPath: path, isAbstract: isAbstract)
        let listener = try Listener(on: address)
        #expect(listener.address.host == (isAbstract ? "@" + path : path))
        #expect(listener.address.family == .unix)
        let client = try await Socket.connect(to: address)
        try await exchange(client, try await listener.accept())
    }

    private func exchange(_ client: Socket, _ server: Socket) async throws {
        try await client.send("ping")
        #expect(try await server.receive() == Array("ping".utf8))
        try await server.send("pong")
        #expect(try await client.receive(upTo: 2) == Array("po".utf8))
        #expect(try await client.receive(upTo: 100) == Array("ng".utf8))
        try client.shutdownSending()
        #expect(try await server.receive() == [])
        try await server.send("after the end")
        server.close()
        #expect(try await client.receiveToEnd() == Array("after the end".utf8))
    }

    @Test func refusedConnectionSaysSo() async throws {
        let address = try refusingAddress()
        let refused = IOError.system(call: "connect", errorNumber: ErrorNumber.connectionRefused)
        await #expect(throws: refused) { try await Socket.connect(to: address) }
        await #expect(throws: refused) { try await Socket.connect(host: "127.0.0.1", port: address.port) }
        #expect(refused.description == "connect: Connection refused")
    }

    @Test func missingUnixSocketSaysSo() async throws {
        let folder = try TemporaryFolder()
        let address = try SocketAddress(unixPath: folder.file("none"))
        await #expect(throws: IOError.system(call: "connect", errorNumber: ErrorNumber.noSuchFile)) {
            try await Socket.connect(to: address)
        }
    }

    @Test func connectHonoursItsDeadline() async throws {
        let silent = try SilentAddress()
        await #expect(throws: IOError.timedOut) {
            try await Socket.connect(to: silent.address, until: .after(.milliseconds(20)))
        }
    }

    @Test func connectHonoursCancellation() async throws {
        let silent = try SilentAddress()
        let address = silent.address
        let task = Task { try await Socket.connect(to: address) }
        task.cancel()
        #expect(await task.failure == .cancelled)
        withExtendedLifetime(silent) {}
    }

    /// More than both kernels buffer, in both directions at once.
    @Test func largeTransfersWaitForRoom() async throws {
        let (client, server) = try await connectedSockets()
        let bytes = [[UInt8]](repeating: Array(0...250), count: 40_000).flatMap(\.self)
        async let echo: Void = {
            while true {
                let piece = try await server.receive()
                if piece.isEmpty { return server.close() }
                try await server.send(piece)
            }
        }()
        async let sent: Void = {
            try await client.send(bytes)
            try client.shutdownSending()
        }()
        let back = try await client.receiveToEnd()
        try await sent
        try await echo
        #expect(back == bytes)
    }

    @Test(arguments: [(0, false), (9, false), (10, true), (11, true)])
    func receiveToEndHonoursItsLimit(_ limit: Int, _ fits: Bool) async throws {
        let (client, server) = try await connectedSockets()
        try await server.send([UInt8](repeating: 7, count: 10))
        server.close()
        if fits {
            #expect(try await client.receiveToEnd(limit: limit).count == 10)
        } else {
            await #expect(throws: IOError.limitExceeded(limit)) { try await client.receiveToEnd(limit: limit) }
        }
    }

    @Test func receiveHonoursItsDeadline() async throws {
        let (client, server) = try await connectedSockets()
        await #expect(throws: IOError.timedOut) { try await client.receive(until: .after(.milliseconds(5))) }
        // The socket is still usable.
        try await server.send("late")
        #expect(try await client.receive() == Array("late".utf8))
        await #expect(throws: IOError.timedOut) { try await client.receive(until: .after(.seconds(-1))) }
    }

    @Test func sendHonoursItsDeadline() async throws {
        let (client, server) = try await connectedSockets()
        let bytes = [UInt8](repeating: 0, count: 64 * 1024 * 1024)
        await #expect(throws: IOError.timedOut) { try await client.send(bytes, until: .after(.milliseconds(20))) }
        server.close()
    }

    /// A task off the loop polls after a run of short waits. Then, too, it ends by its deadline, when cancelled and when closed.
    @Test func aWaitThatPollsFirstEndsLikeAnyOther() async throws {
        let loop = try EventLoop.start(name: "polled")
        defer { loop.stop() }
        let (client, server) = try await connectedSockets(on: loop)
        try await Self.answerSoon(client, server)
        await #expect(throws: IOError.timedOut) {
            try await Self.waitForAnswer(client, until: .after(.milliseconds(5)))
        }
        try await Self.answerSoon(client, server)
        let cancelled = Task { try await Self.waitForAnswer(client) }
        cancelled.cancel()
        await #expect(throws: IOError.cancelled) { try await cancelled.value }
        try await Self.answerSoon(client, server)
        let late = Task { try await Self.waitForAnswer(client) }
        try await server.send("late")
        try await late.value
        #expect(try await client.receive() == Array("late".utf8))
        try await Self.answerSoon(client, server)
        client.close()
        await #expect(throws: IOError.closed) {
            try await Self.waitForAnswer(client)
            _ = try await client.receive()
        }
    }

    /// A connection that broke isn't one that ended. On a loop of its own: with more sockets nobody polls.
    @Test func aPollLeavesAnErrorForTheCallThatReceives() async throws {
        let loop = try EventLoop.start(name: "polled")
        defer { loop.stop() }
        let (client, server) = try await connectedSockets(on: loop)
        #expect(loop.registeredCount <= PollingPolicy.clientLimit)
        try await Self.answerSoon(client, server)
        try server.setResetOnClose()
        server.close()
        try await Self.waitForAnswer(client)
        await #expect(throws: IOError.system(call: "recv", errorNumber: ECONNRESET)) { _ = try await client.receive() }
    }

    private static func waitForAnswer(_ client: Socket, until deadline: Deadline = .after(.seconds(30))) async throws {
        client.expectAnswer()
        try await client.wait(for: .readable, until: deadline)
    }

    /// A run of answers that come at once, after which the next wait polls first.
    private static func answerSoon(_ client: Socket, _ server: Socket) async throws {
        for _ in 0..<2 * PollingPolicy.shortWaitsNeeded {
            try await server.send("x")
            try await waitForAnswer(client)
            #expect(try await client.receive() == Array("x".utf8))
        }
        // An event that the polls were ahead of is still to come, or is kept.
        while (try? await client.wait(for: .readable, until: .after(.milliseconds(20)))) != nil {}
    }

    @Test func cancellationEndsAReceive() async throws {
        let (client, server) = try await connectedSockets()
        let task = Task { try await client.receive() }
        task.cancel()
        #expect(await task.failure == .cancelled)
        // Nothing was received, so nothing is lost.
        try await server.send("more")
        #expect(try await client.receive() == Array("more".utf8))
    }

    @Test func closeEndsAReceive() async throws {
        let (client, server) = try await connectedSockets()
        let received = await startedTask(on: client.loop) { try await client.receive() }
        client.close()
        client.close()
        #expect(await received.failure == .closed)
        await #expect(throws: IOError.closed) { try await client.send("x") }
        #expect(client.localAddress == nil)
        #expect(try await server.receive() == [])
    }

    @Test func cancellationEndsAReceiveThatWaits() async throws {
        let (client, server) = try await connectedSockets()
        let received = await startedTask(on: client.loop) { try await client.receive() }
        received.cancel()
        #expect(await received.failure == .cancelled)
        server.close()
    }

    @Test func aThirdWaitIsRefused() async throws {
        let (client, server) = try await connectedSockets()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await isBusy(outcome { () throws(IOError) in try await client.receive() })
                }
            }
            // The other two wait forever, so the first to end is the refused one.
            let first = await group.next()
            client.close()
            return await group.reduce(into: [first]) { $0.append($1) }
        }
        #expect(outcomes == [true, false, false])
        server.close()
    }

    private func isBusy(_ outcome: Result<[UInt8], IOError>) -> Bool {
        if case .failure(.invalidArgument) = outcome { true } else { false }
    }

    /// Neither a SIGPIPE nor a hang: at the latest, the second send meets the peer's reset.
    @Test func sendingToAClosedPeerFails() async throws {
        let (client, server) = try await connectedSockets()
        try server.setResetOnClose()
        server.close()
        let piece = [UInt8](repeating: 1, count: 100_000)
        let error = await #expect(throws: IOError.self) {
            for _ in 0..<100 { try await client.send(piece, until: .after(.seconds(30))) }
        }
        let numbers = [ErrorNumber.brokenPipe, ErrorNumber.connectionReset]
        #expect(numbers.map { IOError.system(call: "send", errorNumber: $0) }.contains(error))
    }

    @Test func resetIsNoEnd() async throws {
        let (client, server) = try await connectedSockets()
        try server.setResetOnClose()
        server.close()
        await #expect(throws: IOError.system(call: "recv", errorNumber: ErrorNumber.connectionReset)) {
            try await client.receive()
        }
    }

    @Test func quietMeansSilentAndAlive() async throws {
        let (client, server) = try await connectedSockets()
        #expect(client.isQuiet)
        try await server.send("x")
        try await client.wait(for: .readable, until: .after(.seconds(30)))
        #expect(!client.isQuiet)
        #expect(try await client.receive().count == 1)
        #expect(client.isQuiet)
        server.close()
        #expect(try await client.receive() == [])
        #expect(!client.isQuiet)
        client.close()
        #expect(!client.isQuiet)
    }

    /// Other tests in this process open a few descriptors each meanwhile; a leak would be a thousand.
    @Test func connectionsLeakNoDescriptor() async throws {
        let listener = try Listener(on: loopbackAddress())
        let before = openDescriptorCount()
        for round in 0..<1000 {
            let client = try await Socket.connect(to: listener.address)
            let server = try await listener.accept()
            // Some are closed, some only released, from either side.
            if round % 2 == 0 { client.close() }
            if round % 3 == 0 { server.close() }
        }
        #expect(openDescriptorCount() - before < 300)
    }

    @Test func closingWhileOthersUseTheSocketIsSafe() async throws {
        for _ in 0..<50 {
            let (client, server) = try await connectedSockets()
            await withTaskGroup(of: Void.self) { group in
                // They use the sockets by turns, which is the subject, and yield, since a send that never waits would block its thread.
                group.addTask { while (try? await client.receive(upTo: 1)) != nil { await Task.yield() } }
                group.addTask { while (try? await client.send("x")) != nil { await Task.yield() } }
                group.addTask {
                    while let bytes = try? await server.receive(), !bytes.isEmpty { await Task.yield() }
                }
                group.addTask { while (try? await server.send("xyz")) != nil { await Task.yield() } }
                group.addTask { client.close() }
                group.addTask { client.close() }
            }
            server.close()
        }
    }
}
