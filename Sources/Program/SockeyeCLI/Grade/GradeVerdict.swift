/// How a run of a client ended, and what it wrote.
struct GradeEvidence: Equatable, Sendable {
    enum End: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// It was killed when its time was up.
        case timedOut
        case notStarted(String)
    }

    var end: End
    /// The body as the client left it; `nil` without a file.
    var output: [UInt8]?
    /// The requests that the server got in this run.
    var requests = 0
    /// Whether one of them accepts gzip.
    var acceptsGzip = false
    /// Whether the command names a place for the file, so that it can resume.
    var namesOutput = true
    /// Whether the command names the authority.
    var namesAuthority = true
}

/// What is to be said of a client in one case. Pure.
struct GradeVerdict: Equatable, Sendable {
    enum Kind: String, Sendable {
        case pass, fail
        /// The command line doesn't do what the case is about.
        case notTried = "not tried"
    }

    let kind: Kind
    /// Why.
    let reason: String

    static func pass(_ reason: String) -> GradeVerdict { GradeVerdict(kind: .pass, reason: reason) }
    static func fail(_ reason: String) -> GradeVerdict { GradeVerdict(kind: .fail, reason: reason) }
    static func notTried(_ reason: String) -> GradeVerdict { GradeVerdict(kind: .notTried, reason: reason) }
}

extension GradeVerdict {
    /// Judges the runs of a case, in their order.
    init(of attempt: GradeCase, _ runs: [GradeEvidence]) {
        let early = runs.lazy.compactMap { Self.early(attempt, $0) }.first
        self = early ?? runs.last.map { Self.final(attempt, $0) } ?? .notTried("nothing ran")
    }

    /// What one run alone decides.
    private static func early(_ attempt: GradeCase, _ run: GradeEvidence) -> GradeVerdict? {
        switch attempt.needs {
        case .authority where !run.namesAuthority: return .notTried("the command has no {ca}")
        case .resuming where !run.namesOutput: return .notTried("the command has no {out}")
        default: break
        }
        switch run.end {
        case .notStarted(let reason): return .fail("cannot be started: \(reason)")
        case .timedOut: return .fail("was still busy when its time was up")
        case .signalled(let number): return .fail("died of signal \(number)")
        case .exited: break
        }
        if attempt.isTLS, attempt.expectation == .failure, run.requests > 0 {
            return .fail("sent its request to a server that it can't trust")
        }
        switch attempt.needs {
        case .gzip where !run.acceptsGzip: return .notTried("doesn't ask for gzip")
        case .redirects where run.requests < 2 && run.end == .exited(0): return .notTried("doesn't follow redirects")
        default: break
        }
        // Success with a wrong body is wrong in any run.
        if run.end == .exited(0), run.output != attempt.body { return .fail(difference(attempt, run.output)) }
        return nil
    }

    private static func final(_ attempt: GradeCase, _ run: GradeEvidence) -> GradeVerdict {
        guard case .exited(let status) = run.end, status != 0 else { return .pass("got the whole body") }
        if attempt.expectation == .success { return .fail("exits with \(status), though the body can be had") }
        return .pass("exits with \(status)")
    }

    /// How the body of a success differs from the right one.
    private static func difference(_ attempt: GradeCase, _ output: [UInt8]?) -> String {
        guard let output else { return "exits with 0 without a file" }
        let whole = attempt.body
        if output.count < whole.count, whole.starts(with: output) {
            return "exits with 0 and \(output.count) of \(whole.count) bytes"
        }
        if output.count == whole.count { return "exits with 0 and a file of the right length with wrong bytes" }
        return "exits with 0 and \(output.count) wrong bytes; \(whole.count) are right"
    }

    /// `pass`, `FAIL` or `-`.
    var word: String {
        switch kind {
        case .pass: "pass"
        case .fail: "FAIL"
        case .notTried: "-"
        }
    }
}
