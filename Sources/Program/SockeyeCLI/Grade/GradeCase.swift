internal import SockeyeTesting

/// One thing that a client is tried with: a URL with faults, how often, and what a good client makes of it.
struct GradeCase: Sendable {
    enum Expectation: Sendable {
        /// The client can and must get the body.
        case success
        /// It fails, or gets the body by another way.
        case failure
        /// Both are right, as long as success means the right body.
        case either
    }

    /// The name in the table.
    var name: String
    /// What the server does, for a TLS fault the only one.
    var faults: [Fault]
    /// The path behind the faults.
    var path = "/range/\(Self.size)"
    /// How often the command runs, with the same file.
    var runs = 1
    var expectation: Expectation
    /// The right body.
    var body: [UInt8]
    /// What the client must do for the case to mean anything.
    var needs: Need?

    /// What not every command line does.
    enum Need: Sendable { case redirects, gzip, authority, resuming }

    static let size = 100_000

    /// Whether a server with TLS is needed.
    var isTLS: Bool { faults.contains(where: \.kind.isTLS) }

    /// The path of the URL.
    var target: String {
        let names = faults.filter { !$0.kind.isTLS && $0.kind != .none }.map(\.description).joined(separator: ",")
        return names.isEmpty ? path : "/fault/\(names)\(path)"
    }

    /// All cases, first those that show that the command works at all.
    static let all: [GradeCase] = FaultKind.allCases.flatMap(cases)

    private static func cases(of kind: FaultKind) -> [GradeCase] {
        switch kind {
        case .none, .split, .rate: [one(kind, .success)]
        case .stale: [one(kind, .success, path: "/redirect/1", body: hello, needs: .redirects)]
        case .lengthUnder: [one(kind, .either, path: "/redirect/1", body: hello, needs: .redirects)]
        case .redirectLoop: [one(kind, .failure, needs: .redirects)]
        case .bareLF, .interim: [one(kind, .either)]
        case .drip: [one(kind, .either, path: "/range/300", body: BytePattern.bytes(0..<300))]
        case .gzipCut: [one(kind, .failure, needs: .gzip)]
        case .noReply, .endlessHead, .truncate, .chunkCut, .lengthOver, .stall, .reset: [one(kind, .failure)]
        case .firstCut: [resumed("first-cut, resumed", [Fault(kind)], .success)]
        case .ignoreRange, .wrongRange: [resumed("\(kind.name), resumed", [Fault(.firstCut), Fault(kind)], .either)]
        case .otherTag: [resumed("\(kind.name), resumed", [Fault(kind)], .either, body: secondEdition)]
        case .tlsTrusted: [one(kind, .success, needs: .authority)]
        case .tlsExpired, .tlsWrongHost, .tlsUntrusted, .tlsCut, .tlsOld: [one(kind, .failure)]
        }
    }

    private static func one(
        _ kind: FaultKind, _ expectation: Expectation, path: String = "/range/\(size)",
        body: [UInt8] = BytePattern.bytes(0..<size), needs: Need? = nil
    ) -> GradeCase {
        GradeCase(
            name: kind.name, faults: [Fault(kind)], path: path, expectation: expectation, body: body, needs: needs)
    }

    private static func resumed(
        _ name: String, _ faults: [Fault], _ expectation: Expectation, body: [UInt8] = BytePattern.bytes(0..<size)
    ) -> GradeCase {
        GradeCase(name: name, faults: faults, runs: 2, expectation: expectation, body: body, needs: .resuming)
    }

    private static let hello = Array("Hello from Sockeye's loopback server.\n".utf8)
    private static let secondEdition = BytePattern.bytes(LoopbackFile.offsets(0..<size, edition: 1))
}
