import Testing

@testable import SockeyeIO

struct NetworkStateTests {
    private static func feed(_ state: inout NetworkState, _ bytes: [UInt8]) {
        for message in NetlinkDecoder.messages(in: bytes[...]) { state.apply(message) }
    }

    private static func done(_ state: NetworkState, flags: Int = 2) -> [UInt8] {
        Netlink.done(of: Int(state.number), flags: flags)
    }

    /// A machine with lo, eth0 (192.0.2.7/24, default route) and a veth without an address.
    private static let links =
        Netlink.link(1, "lo", hardware: 772, flags: 0x49) + Netlink.link(2, "eth0")
        + Netlink.link(3, "sa", kind: "veth")
    private static let addresses = Netlink.address(1, [127, 0, 0, 1], 8) + Netlink.address(2, [192, 0, 2, 7], 24)
    private static let routes =
        Netlink.route(2, [192, 0, 2, 0], 24) + Netlink.route(2, [], 0, gateway: [192, 0, 2, 1], metric: 100)

    private static func whole(_ routes: [UInt8] = routes) -> NetworkState {
        var state = NetworkState()
        for (question, answer) in [
            (NetworkState.Question.links, links), (.addresses, addresses), (.routes, routes),
        ] {
            #expect(state.question == question)
            state.ask()
            #expect(state.question == nil && !state.isWhole)
            feed(&state, answer + done(state))
        }
        #expect(state.isWhole && state.question == nil)
        return state
    }

    private static func path(_ state: NetworkState, wireless: String = "") -> NetworkPath {
        state.path { $0 == wireless }
    }

    @Test func answersAddUpToAPath() {
        let path = Self.path(Self.whole())
        #expect(path.status == .routed)
        #expect(path.kind == .wired)
        #expect(path.defaultInterfaces == ["eth0"])
        #expect(path.interfaces.map(\.name) == ["lo", "eth0", "sa"])
        #expect(path.interfaces.map(\.kind) == [.loopback, .wired, .virtual])
        #expect(path.interfaces[1].addresses.map(\.host) == ["192.0.2.7"])
        #expect("\(path)" == "routed via eth0; lo (loopback) 127.0.0.1/8, eth0 (wired) 192.0.2.7/24, sa (virtual)")
        #expect(Self.path(Self.whole(), wireless: "eth0").kind == .wifi)
    }

    @Test(arguments: [
        ("192.0.2.99", true, true), ("198.51.100.1", true, false), ("example.com", true, false),
        ("localhost", true, true), ("A.LocalHost.", true, true), ("127.0.0.5", true, true), ("::1", true, true),
        ("2001:db8::1", false, false),
        ("192.0.2.7", true, true),
    ])
    func reaches(_ host: String, _ withDefault: Bool, _ without: Bool) {
        #expect(Self.path(Self.whole()).reaches(host) == withDefault)
        let local = Self.path(Self.whole(Netlink.route(2, [192, 0, 2, 0], 24)))
        #expect(local.status == .local)
        #expect(local.reaches(host) == without)
    }

    @Test func prefixesEndInsideABytes() {
        let path = Self.path(Self.whole(Netlink.route(2, [172, 16, 0, 0], 12)))
        #expect(path.reaches("172.31.255.255"))
        #expect(!path.reaches("172.32.0.0"))
    }

    /// An interface that goes down takes its routes along, without a message about them.
    @Test func routesAreAskedForAgainAfterALoss() {
        for loss in [
            Netlink.link(2, "eth0", flags: 0x1), Netlink.link(2, "eth0", flags: 0x40),
            Netlink.link(2, "eth0", type: 17),
            Netlink.address(2, [192, 0, 2, 7], 24, type: 21),
        ] {
            var state = Self.whole()
            Self.feed(&state, loss)
            #expect(state.question == .routes)
            #expect(!state.isWhole)
            state.ask()
            Self.feed(&state, Self.done(state))
            #expect(state.isWhole)
            #expect(Self.path(state).status == .loopbackOnly)
        }
    }

    @Test func aLossDuringAnAnswerAsksOnceMore() {
        var state = Self.whole()
        Self.feed(&state, Netlink.link(2, "eth0", flags: 0x1))
        state.ask()
        Self.feed(&state, Self.routes + Netlink.address(1, [127, 0, 0, 1], 8, type: 21) + Self.done(state))
        #expect(state.question == .routes)
        state.ask()
        Self.feed(&state, Self.done(state))
        #expect(state.isWhole)
        #expect(Self.path(state).status == .loopbackOnly)
    }

    @Test func aTornAnswerStartsAgain() {
        var state = NetworkState()
        state.ask()
        Self.feed(&state, Self.links + Self.done(state, flags: 0x12))
        #expect(state.question == .links)
        #expect(!state.isWhole)
    }

    /// Messages were lost in the middle of an answer, whose end comes after the next question.
    @Test func theEndOfAnotherAnswerSaysNothing() {
        var state = NetworkState()
        state.ask()
        let late = Self.done(state)
        state.startAgain()
        state.ask()
        Self.feed(&state, late)
        #expect(state.question == nil && !state.isWhole)
        Self.feed(&state, Self.links + Self.done(state))
        #expect(state.question == .addresses)
    }

    @Test func barriersHideRoutes() {
        let way = Netlink.route(2, [10, 0, 0, 0], 8, metric: 20)
        func barrier(_ bytes: [UInt8], _ prefix: Int, metric: Int, type: Int = 24) -> [UInt8] {
            Netlink.route(nil, bytes, prefix, metric: metric, kind: 7, type: type)
        }
        #expect(Self.path(Self.whole(way)).reaches("10.1.2.3"))
        #expect(!Self.path(Self.whole(way + barrier([10, 0, 0, 0], 8, metric: 10))).reaches("10.1.2.3"))
        #expect(Self.path(Self.whole(way + barrier([10, 0, 0, 0], 8, metric: 30))).reaches("10.1.2.3"))
        let path = Self.path(Self.whole(way + barrier([10, 1, 0, 0], 16, metric: 30)))
        #expect(!path.reaches("10.1.2.3"))
        #expect(path.reaches("10.2.2.3"))
        var state = Self.whole(Netlink.route(2, [], 0, metric: 20) + barrier([], 0, metric: 10))
        #expect(Self.path(state).status == .loopbackOnly)
        Self.feed(&state, barrier([], 0, metric: 10, type: 25))
        #expect(Self.path(state).status == .routed)
    }

    @Test func aBusyKernelIsAskedAgain() {
        var state = NetworkState()
        state.ask()
        Self.feed(&state, Netlink.message(2, sequence: Int(state.number), Netlink.number(-16, 4)))
        #expect(state.question == .links)
    }

    @Test func routesThroughWhatIsDownDoNotCount() {
        var state = Self.whole(Netlink.route(3, [], 0) + Netlink.route(1, [10, 0, 0, 0], 8))
        #expect(Self.path(state).status == .routed)
        Self.feed(&state, Netlink.link(3, "sa", flags: 0x1, kind: "veth"))
        state.ask()
        Self.feed(&state, Netlink.route(3, [], 0) + Netlink.route(1, [10, 0, 0, 0], 8) + Self.done(state))
        #expect(Self.path(state).status == .loopbackOnly)
        #expect(Self.path(state).kind == nil)
    }

    @Test func theRealKernelAnswers() async throws {
        let path = try await NetworkPath.current
        #expect(path.interfaces.contains { $0.kind == .loopback })
        #expect(path.reaches("127.0.0.1"))
        // A second one is told only if something changes.
        var updates = NetworkPath.Updates(loop: .shared).makeAsyncIterator()
        _ = try await updates.next(until: .after(.seconds(30)))
        let task = Task { [updates] in
            var updates = updates
            while true { _ = try await updates.next() }
        }
        task.cancel()
        await #expect(throws: IOError.cancelled) { try await task.value }
    }
}
