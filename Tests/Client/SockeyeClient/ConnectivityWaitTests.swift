import Glibc
import SockeyeURL
import Testing

@testable import SockeyeClient
@testable import SockeyeIO

struct ConnectivityWaitTests {
    private static func path(default isDefault: Bool, local: Bool = false) -> NetworkPath {
        var routes: [NetlinkMessage.Route] = []
        if local {
            routes.append(
                .init(version: 4, destination: [10, 0, 0, 0], prefixLength: 8, gateway: [], index: 2, metric: 0))
        }
        if isDefault {
            routes.append(
                .init(
                    version: 4, destination: [0, 0, 0, 0], prefixLength: 0, gateway: [10, 0, 0, 1], index: 2, metric: 0)
            )
        }
        return NetworkPath(interfaces: [], routes: routes)
    }

    private static func failure(_ errorNumber: Int32, _ phase: HTTPClientError.Phase = .connect) -> HTTPClientError {
        HTTPClientError(phase, origin: nil, cause: .network(.system(call: "connect", errorNumber: errorNumber)))
    }

    private static func unknown(_ isTemporary: Bool) -> HTTPClientError {
        HTTPClientError(
            .resolve, origin: nil, cause: .network(.unknownHost("h", reason: "", isTemporary: isTemporary)))
    }

    @Test(
        arguments: [
            (failure(ENETUNREACH), "192.0.2.1", .waitForAnotherPath),
            (failure(ENETDOWN), "192.0.2.1", .waitForAnotherPath),
            (failure(EHOSTUNREACH), "10.1.1.1", .tryAgain), (failure(ECONNREFUSED), "192.0.2.1", .fail),
            (failure(ETIMEDOUT), "192.0.2.1", .fail), (failure(ENETUNREACH, .receive), "192.0.2.1", .fail),
            (unknown(true), "example.com", .waitForAnotherPath), (unknown(false), "example.com", .fail),
            (failure(ENETUNREACH), "example.com", .waitForAnotherPath), (failure(ENETUNREACH), "127.0.0.1", .tryAgain),
        ] as [(HTTPClientError, String, ConnectivityWait.Step)])
    func steps(error: HTTPClientError, host: String, step: ConnectivityWait.Step) {
        var wait = ConnectivityWait(to: host)
        #expect(wait.step(after: error, Self.path(default: false, local: true)) == step)
    }

    @Test func whatReachesItIsTriedOnceMore() {
        var wait = ConnectivityWait(to: "192.0.2.1")
        #expect(wait.step(after: Self.failure(ENETUNREACH), Self.path(default: true)) == .tryAgain)
        #expect(wait.step(after: Self.failure(ENETUNREACH), Self.path(default: true)) == .fail)
    }

    @Test(arguments: [
        ("192.0.2.1", false, false, false), ("192.0.2.1", false, true, false), ("192.0.2.1", true, false, true),
        ("10.0.0.9", false, true, true), ("example.com", false, false, false), ("example.com", false, true, true),
        ("example.com", true, true, true),
    ])
    func worthATry(_ host: String, _ isDefault: Bool, _ local: Bool, _ expected: Bool) {
        #expect(ConnectivityWait(to: host).isWorthATry(Self.path(default: isDefault, local: local)) == expected)
    }

    @Test func lostConnectionsLeaveThePool() throws {
        var state = PoolState<Int>(limits: PoolLimits(perOrigin: 4, total: 4))
        let (one, two) = (Origin(try HTTPURL("http://a/")), Origin(try HTTPURL("http://b/")))
        for (connection, origin) in [(1, one), (2, one), (3, two)] {
            #expect(state.checkOut(origin) == .open(evicting: nil))
            _ = connection
        }
        for (connection, origin) in [(1, one), (2, one), (3, two)] { _ = state.checkIn(connection, origin, now: 0) }
        #expect(state.takeIdle { $0 != 2 }.sorted() == [1, 3])
        #expect(state.idleCount == 1)
        #expect(state.takeIdle(one) == 2)
        #expect(state.takeIdle(two) == nil)
        // Their places are free again.
        for _ in 0..<3 { #expect(state.checkOut(two) == .open(evicting: nil)) }
    }
}
