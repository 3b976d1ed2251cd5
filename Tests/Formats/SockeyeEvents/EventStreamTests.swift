import HTTPTypes
import SockeyeClient
import SockeyeEvents
import SockeyeIO
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

/// Streams of events from a server that cuts, stalls and refuses.
struct EventStreamTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    /// Quick, so that no test waits for the clock.
    private static let options = EventStreamOptions(reconnectionTime: .milliseconds(1))

    private static func server(_ connections: [[Step]]) async throws -> LoopbackServer {
        try await LoopbackServer.start(script: Script(connections: connections))
    }

    private static func connection(_ text: String, then last: Step = .close) -> [Step] {
        [.awaitRequest, .send(head + text), last]
    }

    private static let farewell: [Step] = [.awaitRequest, .send("HTTP/1.1 204 No Content\r\n\r\n"), .close]

    private static func collect(
        _ server: LoopbackServer, _ options: EventStreamOptions = options, _ client: HTTPClient = HTTPClient(),
        observer: (any ExchangeObserver)? = nil
    ) async throws -> [String] {
        var data: [String] = []
        for try await event in client.events(server.url("/"), options: options, observer: observer) {
            data.append(event.data)
        }
        return data
    }

    @Test func goesOnAfterTheLastEventUntil204() async throws {
        let server = try await Self.server([
            Self.connection("retry: 2\nid: 1\ndata: a\n\ndata: b\n\n"),
            // Cut in the middle of an event: it is asked for again.
            Self.connection("id: 2\ndata: c\n\nid: 3\ndata: lost\n", then: .reset),
            [.awaitRequest, .send("HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n"), .close],
            Self.connection("id: 3\ndata: d\n\nid\n\n"), Self.farewell,
        ])
        var options = Self.options
        options.waitLimit = .milliseconds(2)
        #expect(try await Self.collect(server, options) == ["a", "b", "c", "d"])
        let requests = server.receivedRequests
        #expect(requests.map { $0["Last-Event-ID"] } == [nil, "1", "2", "2", nil])
        #expect(requests.allSatisfy { $0["Accept"] == "text/event-stream" && $0["Cache-Control"] == "no-store" })
        await server.stop()
    }

    @Test func theRouteSendsThemInParts() async throws {
        let server = try await LoopbackServer.start()
        var numbers: [String] = []
        for try await event in HTTPClient().events(server.url("/events/10")) { numbers.append(event.lastEventID) }
        #expect(numbers == (1...10).map { "\($0)" })
        #expect(server.requestCount == 5)
        await server.stop()
    }

    @Test func silenceEndsAConnectionButCommentsDoNot() async throws {
        let gate = Gate()
        let server = try await Self.server([
            [
                .awaitRequest, .send(Self.head + "id: 1\ndata: a\n\n"), .delay(.milliseconds(400)), .send(":\n"),
                .delay(.milliseconds(400)), .send(":\n"), .delay(.milliseconds(400)), .send("data: b\n\n"), .stall,
            ], Self.farewell,
        ])
        var options = Self.options
        options.silenceLimit = .milliseconds(1_000)
        let observer = Waits(gate)
        #expect(try await Self.collect(server, options, observer: observer) == ["a", "b"])
        guard case .failure(let error)? = observer.reasons.first else {
            Issue.record("\(observer.reasons)")
            return
        }
        #expect(error.cause == .timedOut(.idle, after: .seconds(1)))
        #expect(server.receivedRequests.last?["Last-Event-ID"] == "1")
        await server.stop()
    }

    @Test(arguments: [
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", EventStreamError.refused(status: 404)),
        (
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n",
            .notEvents(contentType: "text/html")
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: GZIP\r\nContent-Length: 0\r\n\r\n",
            .coded("gzip")
        ),
    ])
    func finalAnswersEndIt(_ answer: String, _ expected: EventStreamError) async throws {
        let server = try await Self.server([[.awaitRequest, .send(answer), .close]])
        await #expect(throws: expected) { try await Self.collect(server) }
        #expect(server.requestCount == 1)
        await server.stop()
    }

    @Test func tooManyFailuresEndItWithTheLast() async throws {
        let server = try await Self.server([
            Self.connection("data: a\n\n", then: .reset),
            [.awaitRequest, .send("HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n"), .close],
        ])
        var options = Self.options
        (options.failureLimit, options.waitLimit) = (3, .milliseconds(1))
        await #expect(throws: EventStreamError.refused(status: 503)) { try await Self.collect(server, options) }
        await server.stop()
    }

    @Test func aRefusedConnectionIsTriedAgain() async throws {
        let port = refusedPort
        var options = Self.options
        (options.failureLimit, options.waitLimit) = (2, .milliseconds(1))
        let observer = Waits(Gate())
        do {
            for try await _ in HTTPClient().events(
                "http://127.0.0.1:\(port)/", options: options, observer: observer)
            {}
            Issue.record("no error")
        } catch {
            guard case .failed(let error) = error else { throw error }
            #expect(error.phase == .connect)
        }
        #expect(observer.reasons.count == 1)
    }

    @Test func tooLongAnEventEndsIt() async throws {
        let server = try await Self.server([Self.connection("data: 123456789\n\n")])
        var options = Self.options
        options.eventLimit = 10
        await #expect(throws: EventStreamError.self) { try await Self.collect(server, options) }
        #expect(server.requestCount == 1)
        await server.stop()
    }

    /// The events before the fault come out first, although they came in the same piece.
    @Test func eventsBeforeAFaultAreGiven() async throws {
        let server = try await Self.server([Self.connection("data: 1\n\ndata: 2\n\ndata: 123456789\n\ndata: 3\n\n")])
        var options = Self.options
        options.eventLimit = 10
        var data: [String] = []
        await #expect(throws: EventStreamError.self) {
            for try await event in HTTPClient().events(server.url("/"), options: options) { data.append(event.data) }
        }
        #expect(data == ["1", "2"])
        await server.stop()
    }

    @Test func afterAFaultTheLastEventGivenSaysWhereToGoOn() async throws {
        let text = "id: 1\ndata: a\n\nid: 2\ndata: b\n\ndata: \(String(repeating: "x", count: 100))\n\n"
        let server = try await Self.server([Self.connection(text, then: .stall)])
        var options = Self.options
        options.eventLimit = 50
        var events = HTTPClient().events(server.url("/"), options: options).makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        #expect(try await events.next()?.data == "b")
        await #expect(throws: EventStreamError.self) { _ = try await events.next() }
        #expect(events.lastEventID == "2")
        await server.stop()
    }

    @Test func aHeadCutShortIsTriedAgain() async throws {
        let server = try await Self.server([
            Self.connection("data: a\n\n"), [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-"), .close],
            Self.connection("data: b\n\n"), Self.farewell,
        ])
        #expect(try await Self.collect(server) == ["a", "b"])
        await server.stop()
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"])
    func whatIsNotHTTPEndsIt(_ answer: String) async throws {
        let server = try await Self.server([[.awaitRequest, .send(answer), .close]])
        await #expect(throws: EventStreamError.self) { try await Self.collect(server) }
        #expect(server.requestCount == 1)
        await server.stop()
    }

    @Test func theTotalTimeIsTheStreams() async throws {
        let server = try await Self.server([Self.connection("data: a\n\n", then: .stall)])
        var request = try Request.get(server.url("/"))
        request.timeouts = Timeouts(total: .milliseconds(500))
        var count = 0
        do {
            for try await _ in HTTPClient().events(request, options: Self.options) { count += 1 }
            Issue.record("no error")
        } catch {
            guard case .failed(let error) = error, case .timedOut(.total, _) = error.cause else { throw error }
        }
        #expect(count == 1)
        await server.stop()
    }

    @Test(arguments: [false, true])
    func cancellingEndsItAtOnce(inAWait: Bool) async throws {
        let server = try await Self.server([
            Self.connection("retry: 600000\ndata: a\n\n", then: inAWait ? .close : .stall)
        ])
        let gate = Gate()
        let observer = Waits(gate)
        let task = Task {
            var count = 0
            do {
                for try await _ in HTTPClient().events(server.url("/"), observer: observer) {
                    count += 1
                    if !inAWait { gate.open() }
                }
            } catch let error as EventStreamError {
                guard case .failed(let error) = error, error.cause == .cancelled else { throw error }
            }
            return count
        }
        try await gate.wait()
        task.cancel()
        #expect(try await task.value == 1)
        await server.stop()
    }

    @Test func leavingTheLoopClosesTheConnection() async throws {
        let server = try await Self.server([Self.connection("data: a\n\n", then: .awaitEnd)])
        let client = HTTPClient()
        for try await _ in client.events(server.url("/")) { break }
        try await server.waitForClosedConnections(1)
        #expect(client.requestsUnderWay.isEmpty)
        await server.stop()
    }

    @Test func aFieldOfTheRequestSaysWhereToBegin() async throws {
        let server = try await LoopbackServer.start()
        var ids: [String] = []
        let name = try #require(HTTPField.Name("Last-Event-ID"))
        for try await event in HTTPClient().events(server.url("/events/10"), fields: [name: "8"]) {
            ids.append(event.lastEventID)
        }
        #expect(ids == ["9", "10"])
        await server.stop()
    }

    @Test func aBadURLIsAnError() async throws {
        await #expect(throws: EventStreamError.self) {
            for try await _ in HTTPClient().events("no url") {}
        }
    }
}

/// Why the stream waited; opens a gate at the first wait.
private final class Waits: ExchangeObserver {
    private let kept = Mutex<[RetryReason]>([])
    private let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    var reasons: [RetryReason] { kept.withLock { $0 } }

    func observe(_ event: ClientEvent) {
        guard let reason = event[.retryPlanned]?.reason else { return }
        kept.withLock { $0.append(reason) }
        gate.open()
    }
}
