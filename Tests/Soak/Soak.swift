// A mixed load with faults against one client, to see that nothing grows: `make soak MINUTES=10`.
//
// Client and server share the process, so what either keeps is seen. After a quarter of the time for warming up, the
// resident memory, descriptors, threads and the loop's timers are measured each second, and a line is fitted through
// each: over the rest of the run it may rise by no more than its limit. At the end the client is closed, and its
// connections must be gone.

import Glibc
import HTTPTypes
import Sockeye
import SockeyeIO
import SockeyeTesting
import Synchronization

@main
enum Soak {
    static func main() async throws {
        guard let minutes = Double(CommandLine.arguments.dropFirst().first ?? "1"), minutes > 0 else {
            print("usage: Soak MINUTES")
            exit(2)
        }
        let plain = try await LoopbackServer.start(configuration: forgetful) { Fault.reply(to: $0) }
        let secure = try await LoopbackServer.start(secure: true, configuration: forgetful) { Fault.reply(to: $0) }
        let load = Load(plain, secure)
        let loop = load.client.eventLoop
        let before = await Measure.now(loop)
        let end = Deadline.after(.seconds(minutes * 60))
        let samples = await withTaskGroup(of: Void.self, returning: [Measure].self) { group in
            for number in 0..<24 { group.addTask { await load.run(number, until: end) } }
            var samples: [Measure] = []
            while !end.hasPassed {
                try? await Task.sleep(for: .seconds(1))
                samples.append(await .now(loop))
            }
            return samples
        }
        await load.client.close()
        print(
            "\(load.done.load(ordering: .relaxed)) requests in \(minutes) minutes, \(load.failed.load(ordering: .relaxed)) failed as meant"
        )
        var isFlat = load.wrong.load(ordering: .relaxed) == 0
        if !isFlat { print("\(load.wrong.load(ordering: .relaxed)) answers were wrong") }
        let steady = Array(samples.dropFirst(samples.count / 4))
        for (name, value, limit) in Measure.kinds {
            let rise = Trend(steady.map(value)).rise
            print(
                "\(name): \(Int(value(before))) before, \(Int(steady.last.map(value) ?? 0)) at the end, rising by \(Int(rise)) (at most \(Int(limit)))"
            )
            isFlat = isFlat && rise <= limit
        }
        // The servers close their ends a moment later. Event loops, of two descriptors each, began with the load and stay.
        let (loops, patience) = (8.0, Deadline.after(.seconds(20)))
        while await Measure.now(loop).descriptors > before.descriptors + loops, !patience.hasPassed {
            try? await Task.sleep(for: .milliseconds(50))
        }
        let left = await Measure.now(loop).descriptors - before.descriptors
        print("descriptors left after the client was closed: \(Int(left))")
        if !isFlat || left > loops { exit(1) }
    }

    private static var forgetful: LoopbackConfiguration {
        var configuration = LoopbackConfiguration()
        configuration.recordedRequests = 0
        configuration.recordedBodyBytes = 0
        configuration.patience = .seconds(5)
        return configuration
    }
}

/// What the server does wrong, by path.
enum Fault: String, CaseIterable, Sendable {
    case cut, reset, stall, garbage, slow, closing

    static func reply(to request: ReceivedRequest) -> LoopbackReply? {
        guard let fault = Fault(rawValue: String(request.path.dropFirst())) else { return nil }
        let half = ReceivedRequest.Field("Content-Length", "2000")
        switch fault {
        case .cut: return LoopbackReply(fields: [half], body: [.sendPattern(0..<1000), .cut])
        case .reset: return LoopbackReply(fields: [half], body: [.sendPattern(0..<1000), .reset])
        case .stall:
            return LoopbackReply(fields: [half], body: [.sendPattern(0..<1000), .delay(.milliseconds(300)), .cut])
        case .garbage:
            return LoopbackReply(fields: [.init("Transfer-Encoding", "chunked")], body: [.send("zz\r\n"), .cut])
        case .slow:
            return LoopbackReply(
                fields: [half], body: [.sendPattern(0..<1000), .delay(.milliseconds(5)), .sendPattern(1000..<2000)])
        case .closing:
            var reply = LoopbackReply.pattern(500)
            reply.closes = true
            return reply
        }
    }
}

/// The requests, from many tasks against one client.
final class Load: Sendable {
    let client: HTTPClient
    let done = Atomic<Int>(0)
    let failed = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    private let plain: LoopbackServer
    private let secure: LoopbackServer
    private let body = [UInt8](repeating: 0x61, count: 10_000)

    init(_ plain: LoopbackServer, _ secure: LoopbackServer) {
        var configuration = HTTPClient.Configuration()
        configuration.tls.roots = [.pem(secure.authorityPEM)]
        client = HTTPClient(configuration: configuration)
        (self.plain, self.secure) = (plain, secure)
    }

    func run(_ number: Int, until end: Deadline) async {
        var round = number
        while !end.hasPassed {
            round += 1
            await one(round)
            done.add(1, ordering: .relaxed)
        }
    }

    /// One request in thirty over TLS, and one in twelve against a fault.
    private func one(_ round: Int) async {
        let server = round % 30 == 0 ? secure : plain
        if round % 12 == 0 {
            let fault = Fault.allCases[round / 12 % Fault.allCases.count]
            var request = try? Request.get(server.url("/\(fault.rawValue)"))
            request?.timeouts = Timeouts(total: .milliseconds(100))
            guard let request else { return }
            let isMeantToFail = fault != .slow && fault != .closing
            let task = Task { try await client.send(request) }
            if round % 5 == 0 { task.cancel() }
            do {
                _ = try await task.value
                if isMeantToFail { wrong.add(1, ordering: .relaxed) }
            } catch {
                failed.add(1, ordering: .relaxed)
            }
            return
        }
        do {
            switch round % 4 {
            case 0:
                let reply = try await client.get(server.url("/sized/3000"))
                check(reply.body == BytePattern.bytes(0..<3000))
            case 1: check(try await client.get(server.url("/chunked/20000")).body.count == 20_000)
            case 2: check(try await client.get(server.url("/redirect/2")).status == .ok)
            default:
                check(
                    try await client.send(.post(server.url("/continue"), body: .bytes(body))).body
                        == Array("received 10000 bytes\n".utf8))
            }
        } catch {
            failed.add(1, ordering: .relaxed)
            wrong.add(1, ordering: .relaxed)
            print("round \(round): \(error)")
        }
    }

    private func check(_ isRight: Bool) {
        if !isRight { wrong.add(1, ordering: .relaxed) }
    }
}
