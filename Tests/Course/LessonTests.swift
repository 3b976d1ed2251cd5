import TestSupport
import Testing

/// The articles of the course say what its programs print, and show their code.
struct LessonTests {
    private static var root: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    }

    private func check(_ arguments: [String]) async throws -> Program.Outcome {
        try await Program.run("/usr/bin/python3", [Self.root + "/docs/lessons.py", "check"] + arguments)
    }

    /// The programs are run: both the lesson and the solution of its exercise.
    @Test(arguments: 1...12) func theArticleIsTrue(_ number: Int) async throws {
        let lesson = number < 10 ? "Lesson0\(number)" : "Lesson\(number)"
        let program = builtProgram(lesson)
        let outcome = try await check([program])
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        #expect(outcome.text.hasPrefix("lessons: \(lesson) is as its article says"))
    }

    /// The check can fail: a program that prints one word differently doesn't pass.
    @Test func theCheckCanFail() async throws {
        let folder = try TemporaryFolder()
        let impostor = try folder.write(
            "Lesson01", "#!/bin/sh\n'\(builtProgram("Lesson01"))' $* | sed 's/Hello, socket/Hullo, socket/'\n")
        let made = try await Program.run("/bin/chmod", ["+x", impostor])
        #expect(made.status == 0)
        let outcome = try await check([impostor])
        #expect(outcome.status == 1)
        #expect(outcome.errorText.contains("Lesson01 prints something else: docs/Sockeye.docc/Course/01-ASocket.md:"))
        #expect(outcome.errorText.contains("→ Hullo, socket!"))
    }
}
