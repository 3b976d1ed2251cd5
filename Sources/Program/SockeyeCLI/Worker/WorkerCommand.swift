internal import SockeyeBackground
internal import SockeyeIO

/// `--background-worker`: works on the queue in a folder until it is empty.
struct WorkerCommand {
    let folder: String
    let run: Run
    let loop: EventLoop

    private var settings: Settings { run.settings }

    func perform() async -> ExitCode {
        do {
            let configuration = try run.workerConfiguration(on: loop)
            if try await BackgroundTransfers.work(in: folder, configuration: configuration, grace: .seconds(1)) {
                return .success
            }
            // Not a fault: whatever starts it again and again may find it at work.
            if !settings.isSilent { run.terminal.printComplaint("another process works on \(folder)") }
            return .success
        } catch let error as BackgroundError {
            let absence = WorkerStatus.absence(of: folder, on: run.machine)
            return run.fail(.writeError, absence.map { "option --background-worker: \($0)" } ?? "\(error)")
        } catch {
            return run.fail(error)
        }
    }
}
