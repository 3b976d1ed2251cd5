internal import SockeyeIO
internal import SockeyeTesting
internal import SockeyeTransport

/// `--demo`: a tour in one process. Starts the loopback server, plain and with TLS, and fetches from it with the
/// command lines a user would type.
struct Demo {
    let run: Run
    let loop: EventLoop

    private typealias Stop = (title: String, arguments: [String])

    /// Runs the tour; the first stop that fails ends it with its exit code.
    func perform() async -> ExitCode {
        let plain: LoopbackServer
        let secure: LoopbackServer
        do throws(StreamError) {
            // The servers run on their own thread, so that the speed shown is the client's.
            plain = try await LoopbackServer.start(on: .shared)
            secure = try await LoopbackServer.start(secure: true, on: .shared)
        } catch {
            return run.terminal.printFailure(.couldNotConnect, "the loopback server cannot start: \(error)")
        }
        // -v goes to standard output too, so that a pipe or a file keeps its lines and the pages in order.
        let errors = try? run.machine.file(of: .error).duplicate()
        run.machine.redirect(.error, to: run.machine.file(of: .output))
        let result = await tour(plain, secure)
        if let errors { run.machine.redirect(.error, to: errors) }
        await plain.stop()
        await secure.stop()
        return result
    }

    private func tour(_ plain: LoopbackServer, _ secure: LoopbackServer) async -> ExitCode {
        let folder: ScratchFolder
        do throws(TransferFailure) {
            folder = try .make("sockeye-demo", on: run.machine)
        } catch {
            return run.terminal.printFailure(error.exitCode, error.message)
        }
        defer { folder.remove() }
        let authority = folder.file("ca.pem")
        do throws(IOError) {
            try secure.writeAuthority(to: authority)
        } catch {
            return run.terminal.printFailure(.writeError, "\(authority): \(error)")
        }
        say("A local server is listening on \(plain.authority) (plain) and \(secure.authority) (TLS, with a")
        say("freshly made certificate). Everything below is really fetched from it.")
        for (index, stop) in stops(plain, secure, authority).enumerated() {
            say("\n── \(index + 1). \(stop.title)")
            say("$ sockeye " + stop.arguments.map(Self.quoted).joined(separator: " "))
            let code = await fetch(stop.arguments)
            if code != .success { return code }
        }
        say("\nThat was HTTP from the socket up. Next: sockeye --help, or a URL of your own.")
        return .success
    }

    private func stops(_ plain: LoopbackServer, _ secure: LoopbackServer, _ authority: String) -> [Stop] {
        let speed = "%{size_download} bytes in %{time_total} s: %{speed_download} bytes/s\n"
        return [
            ("A page over a plain socket, as -v shows it", ["-v", plain.url("/hello")]),
            (
                "The same over TLS, trusting only the demo's own CA",
                ["-v", "--cacert", authority, secure.url("/hello")]
            ),
            ("A body of unknown length: chunked, shown with its head", ["-i", plain.url("/chunked/320")]),
            (
                "Bytes 640 to 767 of a thousand; each line shows its own offset",
                ["-i", "-r", "640-767", plain.url("/range/1000")]
            ),
            ("256 MiB to /dev/null, at full speed", ["-o", "/dev/null", "-w", speed, plain.url("/large/268435456")]),
            (
                "And 256 MiB over TLS",
                ["-s", "-o", "/dev/null", "--cacert", authority, "-w", speed, secure.url("/large/268435456")]
            ),
        ]
    }

    /// Runs one command line as the program would.
    private func fetch(_ arguments: [String]) async -> ExitCode {
        do throws(OptionError) {
            var settings = try OptionParser.parse(arguments.map { Array($0.utf8) }, on: run.machine)
            // The meter is for who watches.
            if !run.terminal.showsErrorsOnTerminal { settings.showsProgress = false }
            return await TransferRun(run.with(settings), on: loop).perform()
        } catch {
            run.terminal.printError(error.text(as: run.surface))
            return error.exitCode
        }
    }

    private func say(_ line: String) { _ = run.terminal.printOutput(line + "\n") }

    /// An argument quoted for a shell.
    private static func quoted(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy { byte in
            HeaderEdit.isTokenByte(byte) && byte != UInt8(ascii: "'") || "/:,=".utf8.contains(byte)
        }
        return isPlain ? argument : "'" + argument.replacingLineFeeds() + "'"
    }
}

extension String {
    /// Replaces line feeds with `\n`, so that a command line stays one line.
    fileprivate func replacingLineFeeds() -> String {
        split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
    }
}
