import SockeyeTesting
import Testing

@testable import SockeyeCLI

/// Verdicts from what was seen.
struct GradeVerdictTests {
    private static let body = Array("the body".utf8)

    private static func attempt(_ expectation: GradeCase.Expectation, _ needs: GradeCase.Need? = nil) -> GradeCase {
        GradeCase(name: "x", faults: [], expectation: expectation, body: body, needs: needs)
    }

    private static func ended(_ end: GradeEvidence.End, _ output: [UInt8]? = nil) -> GradeEvidence {
        GradeEvidence(end: end, output: output, requests: 1)
    }

    @Test(
        arguments: [
            (.success, .exited(0), body, "pass"), (.success, .exited(7), nil, "FAIL"),
            (.success, .exited(0), nil, "FAIL"),
            (.failure, .exited(18), Array("the".utf8), "pass"), (.failure, .exited(0), Array("the".utf8), "FAIL"),
            (.failure, .exited(0), body, "pass"), (.either, .exited(0), Array("the bady".utf8), "FAIL"),
            (.either, .exited(0), body + body, "FAIL"), (.either, .exited(1), body + body, "pass"),
            (.failure, .timedOut, body, "FAIL"), (.failure, .signalled(11), nil, "FAIL"),
            (.failure, .notStarted("no such file"), nil, "FAIL"), (.either, .exited(0), [], "FAIL"),
        ] as [(GradeCase.Expectation, GradeEvidence.End, [UInt8]?, String)])
    func oneRun(
        _ expectation: GradeCase.Expectation, _ end: GradeEvidence.End, _ output: [UInt8]?, _ word: String
    ) {
        let verdict = GradeVerdict(of: Self.attempt(expectation), [Self.ended(end, output)])
        #expect(verdict.word == word, "\(verdict)")
    }

    @Test func aShortSuccessIsWrongInTheFirstRunToo() {
        let runs = [Self.ended(.exited(0), Array("the".utf8)), Self.ended(.exited(0), Self.body)]
        #expect(GradeVerdict(of: Self.attempt(.success), runs) == .fail("exits with 0 and 3 of 8 bytes"))
    }

    @Test func aFailureMayBeMadeGood() {
        let runs = [Self.ended(.exited(18), Array("the".utf8)), Self.ended(.exited(0), Self.body)]
        #expect(GradeVerdict(of: Self.attempt(.success), runs).word == "pass")
    }

    @Test func whatIsNotTried() {
        var run = Self.ended(.exited(0), Array("302".utf8))
        #expect(GradeVerdict(of: Self.attempt(.success, .redirects), [run]).word == "-")
        #expect(GradeVerdict(of: Self.attempt(.failure, .gzip), [run]).word == "-")
        run.namesOutput = false
        run.namesAuthority = false
        #expect(GradeVerdict(of: Self.attempt(.success, .resuming), [run]).word == "-")
        #expect(GradeVerdict(of: Self.attempt(.success, .authority), [run]).word == "-")
    }

    @Test func aRequestToAStrangerIsWrong() {
        var attempt = Self.attempt(.failure)
        attempt.faults = [Fault(.tlsExpired)]
        #expect(GradeVerdict(of: attempt, [Self.ended(.exited(60))]).word == "FAIL")
        var run = Self.ended(.exited(60))
        run.requests = 0
        #expect(GradeVerdict(of: attempt, [run]).word == "pass")
    }

    @Test func everyFaultIsTried() {
        let tried = Set(GradeCase.all.flatMap { $0.faults.map(\.kind) })
        #expect(tried == Set(FaultKind.allCases))
    }

    @Test(arguments: [
        ("curl -o {out} {url}", ["curl", "-o", "{out}", "{url}"]), ("  a\t'b c'  \"d e\" ", ["a", "b c", "d e"]),
        (#"a\ b "c\"d" 'e\f' "g\h" '' "#, ["a b", "c\"d", #"e\f"#, #"g\h"#, ""]),
        (#"sh -c 'x "$1"' - {url}"#, ["sh", "-c", #"x "$1""#, "-", "{url}"]),
    ])
    func words(_ text: String, _ words: [String]) throws {
        #expect(try CommandWords.split(text) == words)
    }

    @Test(arguments: ["", "  ", "'a", "\"a", "a\\", "a\0b"]) func badWords(_ text: String) {
        #expect(throws: OptionFault.self) { try CommandWords.split(text) }
    }
}
