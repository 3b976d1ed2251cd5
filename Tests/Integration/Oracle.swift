import SockeyeTesting
import TestSupport
import Testing

internal import Glibc

/// Runs curl and sockeye with the same arguments against the same server, and compares what they send, write and
/// return.
struct Oracle {
    /// The compared result of one program.
    struct Result: Equatable, CustomStringConvertible {
        var exitCode: Int32
        var output: String
        /// Each request's line, fields and body, without parts that can't be equal.
        var requests: [String]

        var description: String {
            "exit \(exitCode)\noutput: \(output)\n" + requests.joined(separator: "\n---\n")
        }
    }

    /// The program under test.
    static let sockeye = builtProgram("sockeye")

    static let curl = "/usr/bin/curl"

    /// Runs both and compares. In arguments, `PORT` is the server's port and `DIR` the run's own folder.
    ///
    /// - Parameters:
    ///   - files: written into the folder first.
    ///   - names: files of the folder that count as output.
    ///   - sortsTables: whether lines are compared in any order and comments ignored, as in a cookie file.
    static func compare(
        _ arguments: [String], files: [String: String] = [:], environment: [String: String] = [:],
        readsBack names: [String] = [], secure: Bool = false, sortsTables: Bool = false,
        ignoring ignored: Set<String> = [], ownCode: Int32? = nil, input: String? = nil,
        script: Script? = nil, handler: @escaping LoopbackHandler = { _ in nil }
    ) async throws {
        var results: [Result] = []
        for program in [curl, sockeye] {
            let server = try await LoopbackServer.start(secure: secure, script: script, handler: handler)
            let other = try await LoopbackServer.start(handler: handler)
            let folder = try TemporaryFolder()
            for (name, contents) in files { try folder.write(name, replaced(contents, server, other, folder)) }
            let words = (["-sS", "-m", "20"] + arguments).map { replaced($0, server, other, folder) }
            var variables = ["HOME": folder.path, "http_proxy": "", "no_proxy": "", "CURL_HOME": folder.path]
            for (name, value) in environment { variables[name] = replaced(value, server, other, folder) }
            let outcome = try await Program.run(
                program, words, input: input.map { Array($0.utf8) } ?? [], environment: variables)
            var output = outcome.text
            for name in names {
                let bytes = (try? folder.read(name)) ?? Array("(no file)".utf8)
                output += "\n[\(name)]\n" + String(decoding: bytes, as: UTF8.self)
            }
            if sortsTables {
                // When a cookie expires depends on the second it arrived in.
                output = output.split(separator: "\n").filter { !$0.hasPrefix("# ") }.sorted()
                    .joined(separator: "\n").replacing(/\t[0-9]{10}\t/, with: "\tTIME\t")
                    .replacing(/"[0-9]{8} [0-9:]{8}"/, with: "TIME")
            }
            var requests = (server.receivedRequests + other.receivedRequests).map { describe($0, ignored) }
            if sortsTables { requests = requests.map(Self.sortingCookies) }
            let result = Result(
                exitCode: outcome.status, output: normal(output, server, other, folder),
                requests: requests.map { normal($0, server, other, folder) })
            results.append(result)
            await server.stop()
            await other.stop()
        }
        // A later curl's exit code.
        if let ownCode {
            #expect(results[1].exitCode == ownCode)
            results[1].exitCode = results[0].exitCode
        }
        #expect(results[1] == results[0], "sockeye (left) and curl (right) differ for \(arguments)")
    }

    private static func replaced(
        _ text: String, _ server: LoopbackServer, _ other: LoopbackServer, _ folder: TemporaryFolder
    ) -> String {
        text.replacing("PORT", with: "\(server.port)").replacing("OTHER", with: "\(other.port)")
            .replacing("DIR", with: folder.path).replacing("AUTHORITY", with: server.authorityPEM)
    }

    private static func normal(
        _ text: String, _ server: LoopbackServer, _ other: LoopbackServer, _ folder: TemporaryFolder
    ) -> String {
        // The only line of a head that depends on time.
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.hasPrefix("Date: ")
        }
        .joined(separator: "\n")
        .replacing("\(server.port)", with: "PORT").replacing("\(other.port)", with: "OTHER")
        .replacing(folder.path, with: "DIR")
    }

    /// curl sends the younger of two cookies first, where RFC 6265bis wants the older one.
    private static func sortingCookies(_ request: String) -> String {
        request.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("Cookie: ") else { return String(line) }
            let pairs = line.dropFirst(8).split(separator: ";").map { $0.drop { $0 == " " } }
            return "Cookie: " + pairs.sorted().joined(separator: "; ")
        }.joined(separator: "\n")
    }

    private static func describe(_ request: ReceivedRequest, _ ignored: Set<String>) -> String {
        var lines = ["\(request.method) \(request.target) \(request.version)"]
        lines += request.fields.map { "\($0.name): \($0.value)" }
            .filter { line in
                let name = line.prefix { $0 != ":" }.lowercased()
                return name != "user-agent" && !ignored.contains(name)
            }.sorted()
        return lines.joined(separator: "\n") + "\n\n" + request.text
    }
}
