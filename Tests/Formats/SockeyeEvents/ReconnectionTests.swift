import HTTPTypes
import SockeyeFields
import SockeyeHTTP1
import SockeyeIO
import SockeyeTLS
import SockeyeClient
import Testing

@testable import SockeyeEvents

/// The decisions of a stream of events, as tables.
struct ReconnectionTests {
    private static let now = HTTPDate(clamping: 1_000_000_000)

    private static func answer(
        _ reconnection: inout Reconnection, _ status: Int, _ type: String? = nil, retryAfter: String? = nil,
        chance: Double = 0
    ) -> Reconnection.Step {
        reconnection.answered(status: status, contentType: type, retryAfter: retryAfter, now: now, chance: chance)
    }

    @Test(
        arguments: [
            (200, "text/event-stream", .read), (200, "Text/Event-Stream;charset=utf-8", .read),
            (200, "text/event-stream; a", .read), (204, nil, .finish),
            (200, "text/html", .fail(.notEvents(contentType: "text/html"))),
            (200, nil, .fail(.notEvents(contentType: nil))),
            (200, "text/event-streams", .fail(.notEvents(contentType: "text/event-streams"))),
            (404, "text/event-stream", .fail(.refused(status: 404))), (301, nil, .fail(.refused(status: 301))),
            (401, nil, .fail(.refused(status: 401))), (201, "text/event-stream", .fail(.refused(status: 201))),
            (503, nil, .wait(.seconds(3), because: .status(503, retryAfter: nil))),
            (429, nil, .wait(.seconds(3), because: .status(429, retryAfter: nil))),
            (500, nil, .wait(.seconds(3), because: .status(500, retryAfter: nil))),
        ] as [(Int, String?, Reconnection.Step)])
    func answers(status: Int, type: String?, step: Reconnection.Step) {
        var reconnection = Reconnection(EventStreamOptions())
        #expect(Self.answer(&reconnection, status, type) == step)
    }

    @Test(arguments: [
        ("10", Duration.seconds(10)), ("1", .seconds(3)), ("99999999999", .seconds(86_400)), ("x", .seconds(3)),
        (HTTPDate(clamping: 1_000_000_020).description, .seconds(20)),
    ])
    func retryAfterIsHeeded(_ field: String, _ wait: Duration) {
        var reconnection = Reconnection(EventStreamOptions())
        #expect(
            Self.answer(&reconnection, 503, retryAfter: field)
                == .wait(wait, because: .status(503, retryAfter: field)))
    }

    private static func error(
        _ cause: HTTPClientError.Cause, _ phase: HTTPClientError.Phase = .connect
    ) -> HTTPClientError {
        HTTPClientError(phase, origin: nil, cause: cause)
    }

    private static let unknown = IOError.unknownHost("h", reason: "no such host", isTemporary: false)

    @Test(
        arguments: [
            (error(.network(.system(call: "connect", errorNumber: 111))), true),
            (error(.timedOut(.connect, after: .seconds(1))), true),
            (error(.timedOut(.idle, after: .seconds(60)), .receive), true),
            (error(.timedOut(.total, after: .seconds(60)), .receive), false),
            (error(.network(.closed), .firstByte), true),
            (error(.http(.server(.closedInBody(received: 4, missing: 3), offset: 9)), .receive), true),
            (error(.http(.server(.closedBeforeResponse, offset: 0)), .firstByte), true),
            (error(.http(.server(.closedInHead, offset: 0)), .firstByte), true),
            (error(.http(.server(.closedBeforeFinalResponse, offset: 0)), .firstByte), true),
            (error(.http(.server(.notHTTP(byte: 83), offset: 0)), .firstByte), false),
            (error(.http(.server(.malformedContentLength, offset: 0)), .firstByte), false),
            (error(.tls(.truncated), .firstByte), true),
            (error(.tls(.protocolFailure("no")), .handshake), false),
            (error(.cancelled, .receive), false), (error(.clientClosed, .pool), false),
            (error(.network(unknown), .resolve), false),
            (error(.network(.unknownHost("h", reason: "later", isTemporary: true)), .resolve), true),
            (error(.proxy(.tunnelRefused(status: 503))), true), (error(.proxy(.tunnelRefused(status: 403))), false),
            (error(.credential(.controlInToken), .prepare), false),
        ] as [(HTTPClientError, Bool)])
    func errors(error: HTTPClientError, isPassing: Bool) {
        var reconnection = Reconnection(EventStreamOptions())
        let step = reconnection.failed(error, chance: 0)
        #expect(step == (isPassing ? .wait(.seconds(3), because: .failure(error)) : .fail(.failed(error))))
    }

    @Test func aHostThatAnsweredOnceMayBeUnknownForAWhile() {
        var reconnection = Reconnection(EventStreamOptions())
        _ = Self.answer(&reconnection, 200, "text/event-stream")
        let error = Self.error(.network(Self.unknown), .resolve)
        #expect(reconnection.failed(error, chance: 0) == .wait(.seconds(3), because: .failure(error)))
    }

    /// The waits after failures in a row.
    private static func waits(
        _ options: EventStreamOptions, _ count: Int, chance: Double = 0, retry: Int? = nil
    ) -> [Duration?] {
        var reconnection = Reconnection(options)
        if let retry { reconnection.note(reconnectionTime: retry) }
        return (0..<count).map { _ in
            switch answer(&reconnection, 503, chance: chance) {
            case .wait(let wait, _): wait
            default: nil
            }
        }
    }

    @Test func waitsDoubleUpToTheLongest() {
        #expect(Self.waits(EventStreamOptions(), 7) == [3, 6, 12, 24, 48, 60, 60].map { .seconds($0) })
        #expect(
            Self.waits(EventStreamOptions(), 4, retry: 0) == [500, 1000, 2000, 4000].map { .milliseconds($0) })
        // The server's own wish counts, even beyond the longest; but a day is enough.
        #expect(Self.waits(EventStreamOptions(), 2, retry: 100_000) == [.seconds(100), .seconds(100)])
        #expect(Self.waits(EventStreamOptions(), 1, retry: .max) == [.seconds(86_400)])
        #expect(Self.waits(EventStreamOptions(jitter: 0.5), 2, chance: 0.5) == [.seconds(3.75), .seconds(7.5)])
        #expect(Self.waits(EventStreamOptions(failureLimit: 3), 4) == [.seconds(3), .seconds(6), nil, nil])
        #expect(Self.waits(EventStreamOptions(failureLimit: 1), 1) == [nil])
    }

    @Test func bytesEndTheRowOfFailures() {
        var reconnection = Reconnection(EventStreamOptions(failureLimit: 3))
        for _ in 0..<4 {
            _ = Self.answer(&reconnection, 503)
            #expect(
                Self.answer(&reconnection, 503) == .wait(.seconds(6), because: .status(503, retryAfter: nil)))
            #expect(Self.answer(&reconnection, 200, "text/event-stream") == .read)
            reconnection.receivedBytes()
        }
    }

    @Test func anEndIsNoFailureAndNoReasonToHurry() {
        var reconnection = Reconnection(EventStreamOptions(failureLimit: 1))
        reconnection.note(reconnectionTime: 0)
        for _ in 0..<3 {
            _ = Self.answer(&reconnection, 200, "text/event-stream")
            #expect(
                reconnection.ended(chance: 0) == .wait(.milliseconds(500), because: .status(200, retryAfter: nil)))
            _ = Self.answer(&reconnection, 200, "text/event-stream")
            reconnection.receivedBytes()
            #expect(
                reconnection.ended(chance: 1) == .wait(.milliseconds(625), because: .status(200, retryAfter: nil)))
        }
    }

    /// A server that spoke HTTP before is restarting: what stands in for it may be anything.
    @Test func faultsOfAHeadPassOnceTheStreamWasOpen() {
        var reconnection = Reconnection(EventStreamOptions())
        _ = Self.answer(&reconnection, 200, "text/event-stream")
        let error = Self.error(.http(.server(.notHTTP(byte: 83), offset: 0)), .firstByte)
        #expect(reconnection.failed(error, chance: 0) == .wait(.seconds(3), because: .failure(error)))
    }

    @Test(arguments: [
        ("", nil), ("7", "7"), ("é 7", "é 7"), (" 7", nil), ("7\t", nil), ("a\tb", "a\tb"), ("a\u{1}b", nil),
        ("a\u{7F}", nil),
    ])
    func onlyIDsThatAFieldCarriesAreSent(_ id: String, _ field: String?) {
        var reconnection = Reconnection(EventStreamOptions())
        reconnection.note(lastEventID: id)
        var fields: HTTPFields = [.accept: "text/html", .lastEventID: "old"]
        reconnection.apply(to: &fields)
        #expect(fields[.lastEventID] == field)
        #expect(fields[.accept] == "text/event-stream")
        #expect(fields[.cacheControl] == "no-store")
    }
}
