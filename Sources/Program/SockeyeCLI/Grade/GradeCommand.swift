internal import SockeyeIO
internal import SockeyeTesting
internal import SockeyeTransport

/// `--grade`: runs a client against every fault.
struct GradeCommand {
    let run: Run
    let loop: EventLoop

    private var settings: Settings { run.settings }

    /// A client may write more than it was sent; only so much is compared.
    private static let outputLimit = 64 * 1024 * 1024

    func perform() async -> ExitCode {
        let words = settings.server.client
        guard words.contains(where: { $0.contains("{url}") }) else {
            return run.terminal.printComplaint("the command of --grade needs {url} where the URL goes")
        }
        var report = GradeReport(command: words)
        do throws(TransferFailure) {
            let folder = try ScratchFolder.make("sockeye-grade", on: run.machine)
            defer { folder.remove() }
            for (number, attempt) in GradeCase.all.enumerated() {
                if run.interruption.hasCome { return .abortedByCallback }
                let start = ContinuousClock.now
                let verdict = try await verdict(on: attempt, folder, number: number)
                if run.interruption.hasCome { return .abortedByCallback }
                report.lines.append(.init(name: attempt.name, verdict: verdict, time: .now - start))
                if number == 0, verdict.kind == .fail {
                    let words = lastWords(folder)
                    throw TransferFailure(.gradeFailed, "without any fault the client \(verdict.reason)\(words)")
                }
                guard !settings.server.printsJSON, let line = report.lines.last else { continue }
                try print(GradeReport.text(line))
            }
            try print(settings.server.printsJSON ? report.json : report.summary)
        } catch {
            if !error.message.isEmpty { run.terminal.printFailure(error.exitCode, error.message) }
            return error.exitCode
        }
        return report.failures == 0 ? .success : .gradeFailed
    }

    /// The last line that the client wrote to standard error.
    private func lastWords(_ folder: ScratchFolder) -> String {
        let bytes = (try? run.machine.read(folder.file("stderr"), .own, limit: Self.outputLimit)) ?? []
        guard let line = bytes.split(separator: UInt8(ascii: "\n")).last else { return "" }
        return ": " + String(decoding: line.prefix(400), as: UTF8.self)
    }

    private func print(_ text: String) throws(TransferFailure) {
        let code = run.terminal.printOutput(text)
        // It has said so itself.
        if code != .success { throw TransferFailure(code, "") }
    }

    private func verdict(
        on attempt: GradeCase, _ folder: ScratchFolder, number: Int
    ) async throws(TransferFailure) -> GradeVerdict {
        let words = settings.server.client
        let authority = folder.file("ca.pem")
        let server: FaultServer
        do throws(StreamError) {
            // On its own thread, so that the waiting for the client is not in its way.
            server = try await FaultServer.start(faults: attempt.faults.filter(\.kind.isTLS), on: .shared)
            if attempt.isTLS { try await server.writeAuthority(to: authority) }
        } catch {
            throw TransferFailure(.couldNotConnect, "the server cannot start: \(error)")
        }
        let output = folder.file("out\(number)")
        var runs: [GradeEvidence] = []
        for count in 1...max(1, attempt.runs) {
            let before = await server.receivedRequests.count
            let standard = folder.file("stdout\(number)-\(count)")
            let filled = words.map { word in
                word.replacing("{url}", with: server.url(attempt.target)).replacing("{out}", with: output)
                    .replacing("{ca}", with: authority)
            }
            var evidence = GradeEvidence(end: await end(filled, standard, folder.file("stderr")))
            let requests = await server.receivedRequests.dropFirst(before)
            evidence.requests = requests.count
            evidence.acceptsGzip = requests.contains { $0.has("gzip", in: "Accept-Encoding") }
            evidence.namesOutput = words.contains { $0.contains("{out}") }
            evidence.namesAuthority = words.contains { $0.contains("{ca}") }
            evidence.output = try? run.machine.read(
                evidence.namesOutput ? output : standard, .own, limit: Self.outputLimit)
            runs.append(evidence)
            if evidence.end == .timedOut { break }
        }
        await server.stop()
        return GradeVerdict(of: attempt, runs)
    }

    private func end(_ words: [String], _ output: String, _ errors: String) async -> GradeEvidence.End {
        do throws(IOError) {
            // Proxies would keep the client from the server.
            let variables = run.machine.variables.filter { entry in
                let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased()
                return !["http_proxy", "https_proxy", "all_proxy", "no_proxy"].contains(name)
            }
            let client = try ChildProcess(words, output: output, errors: errors, variables: variables)
            switch await client.end(on: loop, until: .after(settings.server.clientTime)) {
            case nil: return .timedOut
            case .exited(let code): return .exited(code)
            case .signalled(let signal): return .signalled(signal)
            }
        } catch {
            guard case .system(_, let number) = error else { return .notStarted("\(error)") }
            return .notStarted(IOError.message(for: number))
        }
    }
}
