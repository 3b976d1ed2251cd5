import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// Runs a command line with curl and with sockeye, each against its own server, and compares the outcomes.
enum SideBySide {
    static let curl = "/usr/bin/curl"

    /// The program under test.
    static let sockeye = builtProgram("sockeye")

    /// Fails the test on any difference that the case doesn't declare.
    static func compare(_ command: CommandCase) async throws {
        let (theirs, ours) = try await Turns.shared.take {
            async let theirs = run(curl, command)
            async let ours = run(sockeye, command)
            return try await (theirs, ours)
        }
        let excused = command.difference?.aspects ?? []
        for aspect in CommandCase.Aspect.allCases {
            let isSame = ours.text(of: aspect) == theirs.text(of: aspect)
            if excused.contains(aspect) {
                if command.difference?.isRace == true { continue }
                #expect(
                    !isSame, "\(aspect.rawValue) is as in curl now; is \(command.difference?.reason ?? "") still true?")
            } else {
                #expect(isSame, "\(aspect.rawValue) of \(command)\n== sockeye:\n\(ours)\n== curl:\n\(theirs)")
            }
        }
        if let difference = command.difference {
            #expect(difference.holds(ours), "\(difference.reason)\n== sockeye:\n\(ours)\n== curl:\n\(theirs)")
        }
    }

    /// Runs one of the two.
    static func run(_ program: String, _ command: CommandCase) async throws -> Outcome {
        let folder = try TemporaryFolder()
        var configuration = LoopbackConfiguration()
        configuration.certificate = command.certificate
        configuration.endpoint = command.endpoint
        if case .unix(let name) = command.endpoint { configuration.endpoint = .unix(path: folder.file(name)) }
        let server = try await LoopbackServer.start(
            secure: command.isSecure, script: command.script, configuration: configuration)
        if command.isSecure { try server.writeAuthority(to: folder.file("ca.pem")) }
        func replaced(_ text: String) -> String {
            text.replacing("PORT", with: "\(server.port)").replacing("DIR", with: folder.path)
        }
        for (name, text) in command.files { try folder.write(name, replaced(text)) }
        let before = try folder.contents()
        let words =
            [
                "-c",
                "cd '\(folder.path)' && unset CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR && \(replaced(command.shell))",
                program,
            ]
            + (command.flags + command.arguments).map(replaced)
        let end = try await Program.run(
            "/bin/sh", words, input: Array(command.input.utf8), environment: environment(folder), seconds: 30)
        await server.stop()
        let after = try folder.contents()
        func normal(_ text: String) -> String {
            // Shown as \r, so that CR and LF aren't one Character.
            withoutDates(text.replacing("\r\n", with: "\\r\n")).replacing(":\(server.port)", with: ":PORT").replacing(
                folder.path, with: "DIR")
        }
        return Outcome(
            exitCode: end.status, output: normal(end.text),
            files: after.filter { before[$0.key] != $0.value }.mapValues {
                normal(String(decoding: $0, as: UTF8.self))
            },
            requests: server.receivedRequests.map { command.normalise(normal(text(of: $0))) },
            connections: server.acceptedConnections,
            errors: normal(end.errorText))
    }

    /// Without the user's settings and proxies.
    private static func environment(_ folder: TemporaryFolder) -> [String: String] {
        var variables = ["HOME": folder.path, "CURL_HOME": folder.path, "NO_PROXY": "*", "no_proxy": "*"]
        for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] { variables[name] = "" }
        return variables
    }

    /// The head exactly as received, except User-Agent, and the body.
    private static func text(of request: ReceivedRequest) -> String {
        let head = String(decoding: request.rawHead, as: UTF8.self)
        let lines = head.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.dropLast(2).filter {
            !$0.hasPrefix("User-Agent: curl/") && !$0.hasPrefix("User-Agent: sockeye/")
        }
        // The position of framing fields doesn't matter (RFC 9110 section 5.3): always last here.
        let isFraming = { (line: Substring) in
            line.hasPrefix("Content-Length:") || line.hasPrefix("Transfer-Encoding:")
        }
        let ordered = kept.filter { !isFraming($0) } + kept.filter(isFraming) + ["", ""]
        let chunks = request.chunkSizes.isEmpty ? "" : "(chunked)\n"
        return ordered.joined(separator: "\n") + chunks + request.text
    }

    /// Removes dates, which differ between runs.
    private static func withoutDates(_ text: String) -> String {
        guard text.contains("Date: ") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Date: ") }
            .joined(separator: "\n")
    }
}

extension TemporaryFolder {
    /// The regular files in it, by name.
    fileprivate func contents() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for entry in try entries() where entry.isFile { files[entry.name] = try read(entry.name) }
        return files
    }
}
