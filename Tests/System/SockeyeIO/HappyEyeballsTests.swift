import Glibc
import Testing

@testable import SockeyeIO

struct HappyEyeballsTests {
    /// "6" is an IPv6 address, "4" an IPv4 one; the letter becomes the port.
    private static let orders: [(String, String)] = [
        ("", ""), ("4a", "4a"), ("6a 6b", "6a 6b"), ("6a 4b", "6a 4b"), ("6a 6b 4c", "6a 4c 6b"),
        ("6a 6b 6c 4d 4e", "6a 4d 6b 4e 6c"), ("4a 4b 6c", "4a 6c 4b"), ("4a 6b 4c 6d", "4a 6b 4c 6d"),
        ("6a 4b 4c 4d", "6a 4b 4c 4d"),
    ]

    @Test(arguments: orders)
    func familiesTakeTurns(_ given: String, _ expected: String) throws {
        var plan = HappyEyeballs(
            addresses: try given.split(separator: " ").map { word in
                let port = UInt16(word.unicodeScalars.last?.value ?? 0)
                return try loopbackAddress(word.hasPrefix("6") ? "::1" : "127.0.0.1", port: port)
            })
        var order: [String] = []
        while let address = plan.next() {
            let letter = Character(UnicodeScalar(UInt8(address.port)))
            order.append((address.family == .ipv6 ? "6" : "4") + String(letter))
        }
        #expect(order.joined(separator: " ") == expected)
        #expect(plan.isEmpty)
        #expect(plan.next() == nil)
    }

    private func connect(_ addresses: [SocketAddress], delay: Duration) async throws -> Socket {
        try await Socket.connect(
            toAnyOf: addresses, options: SocketOptions(attemptDelay: delay), on: .shared, until: .after(.seconds(30)))
    }

    @Test func aRefusalStartsTheNextAtOnce() async throws {
        let listener = try Listener(on: loopbackAddress())
        let addresses = [try refusingAddress(), try refusingAddress(), listener.address]
        let socket = try await connect(addresses, delay: .seconds(3600))
        #expect(socket.peerAddress?.port == listener.address.port)
    }

    @Test func silenceStartsTheNextAfterTheDelay() async throws {
        let (silent, listener) = (try SilentAddress(), try Listener(on: loopbackAddress()))
        let socket = try await connect([silent.address, listener.address], delay: .milliseconds(10))
        #expect(socket.peerAddress?.port == listener.address.port)
    }

    /// The first attempt fails immediately and starts the second; its own delay must no longer start the third.
    @Test func theDelayCountsFromTheLatestAttempt() async throws {
        let loop = try EventLoop.start()
        defer { loop.stop() }
        let (silent, listener) = (try SilentAddress(), try Listener(on: loopbackAddress(), loop: loop))
        let addresses = [try refusingAddress(), silent.address, silent.address, listener.address]
        let delay = Duration.milliseconds(40)
        let start = Deadline.now
        // The refusing address and a silent one at once, 40 ms later another silent one, 40 ms later the listener.
        let socket = try await Socket.connect(
            toAnyOf: addresses, options: SocketOptions(attemptDelay: delay), on: loop, until: .after(.seconds(30)))
        #expect(socket.peerAddress?.port == listener.address.port)
        #expect(Deadline.now.duration(since: start) >= delay * 2)
    }

    @Test func theLastErrorIsTold() async throws {
        let addresses = [try refusingAddress(), try refusingAddress()]
        await #expect(throws: IOError.system(call: "connect", errorNumber: ErrorNumber.connectionRefused)) {
            try await connect(addresses, delay: .milliseconds(250))
        }
        await #expect(throws: IOError.self) { try await connect([], delay: .zero) }
    }

    @Test func theDeadlineEndsAllAttempts() async throws {
        let silent = [try SilentAddress(), try SilentAddress()]
        await #expect(throws: IOError.timedOut) {
            try await Socket.connect(
                toAnyOf: silent.map(\.address), options: SocketOptions(attemptDelay: .milliseconds(1)), on: .shared,
                until: .after(.milliseconds(30)))
        }
    }

    @Test func cancellationEndsAllAttempts() async throws {
        let silent = [try SilentAddress(), try SilentAddress()]
        let addresses = silent.map(\.address)
        let task = Task {
            try await Socket.connect(
                toAnyOf: addresses, options: SocketOptions(attemptDelay: .milliseconds(1)), on: .shared,
                until: .after(.seconds(30)))
        }
        task.cancel()
        #expect(await task.failure == .cancelled)
        withExtendedLifetime(silent) {}
    }

    /// The failures of two addresses, and whose is reported.
    @Test(arguments: [
        ("connect", ECONNREFUSED, "connect", EHOSTUNREACH, false),
        ("connect", ENETUNREACH, "connect", ECONNREFUSED, true),
        ("connect", ECONNREFUSED, "connect", ETIMEDOUT, true), ("connect", ECONNREFUSED, "socket", EAFNOSUPPORT, false),
        ("socket", EAFNOSUPPORT, "connect", ECONNREFUSED, true), ("socket", EMFILE, "connect", ECONNREFUSED, false),
        ("connect", ECONNREFUSED, "setsockopt", ENOMEM, true),
        ("connect", ECONNREFUSED, "connect", EADDRNOTAVAIL, false),
    ])
    func theMoreTellingFailure(_ call: String, _ number: Int32, _ next: String, _ later: Int32, _ isLater: Bool) {
        let failures = [
            IOError.system(call: call, errorNumber: number), .system(call: next, errorNumber: later),
        ]
        #expect(HappyEyeballs.telling(failures[0], failures[1]) == failures[isLater ? 1 : 0])
    }
}
