import Sockeye
import Testing

@testable import SockeyeCLI

@Suite("--resumable")
struct ResumableOptionTests {
    @Test(
        arguments: [
            (["--resumable"], ResumableSettings()),
            (["--resumable=tus"], ResumableSettings(spoken: .tus)),
            (["--resumable=ietf"], ResumableSettings(spoken: .ietf)),
            (["--resumable", "tus"], ResumableSettings(spoken: .tus)),
            (["--resumable", "--no-resumable"], nil), (["--abandon"], ResumableSettings(isAbandoned: true)),
            (["--abandon", "--resumable"], ResumableSettings(isAbandoned: true)),
            (["--resumable=tus", "--abandon"], ResumableSettings(spoken: .tus, isAbandoned: true)),
            (["--abandon", "--resumable=ietf"], ResumableSettings(spoken: .ietf, isAbandoned: true)),
            (["--resumable", "--abandon", "--no-abandon"], nil),
            (["--resumable=tus", "--resumable"], ResumableSettings()),
            ([], nil),
        ] as [([String], ResumableSettings?)])
    func taken(_ words: [String], _ expected: ResumableSettings?) throws {
        let settings = try parse(words + ["-T", "file", "http://h/f"])
        #expect(settings.transfer.resumable == expected)
        #expect(settings.transfer.targets.map(\.url) == ["http://h/f"])
    }

    @Test(arguments: [
        ["--resumable=ftp", "-T", "file", "http://h/"], ["--resumable=", "-T", "file", "http://h/"],
        // Without a file there is nothing to resume.
        ["--resumable", "http://h/"], ["--resumable", "-T", "-", "http://h/"],
        ["--resumable", "-T", "file", "--crlf", "http://h/"], ["--abandon", "http://h/"],
    ])
    func refused(_ words: [String]) {
        #expect(parseError(words)?.exitCode == .failedInitialization)
    }
}
