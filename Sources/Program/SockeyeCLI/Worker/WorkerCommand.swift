internal import Sockeye
internal import SockeyeBackground
internal import SockeyeIO

/// `--background-worker`: works on the queue in a folder until it is empty.
struct WorkerCommand {
    let folder: String
    let settings: Settings
    let loop: EventLoop

    func run() async -> ExitCode {
        do {
            let configuration = try TransferRun(settings: settings, loop: loop).workerConfiguration()
            if try await BackgroundTransfers.work(in: folder, configuration: configuration, grace: .seconds(1)) {
                return .success
            }
            // Not a fault: whatever starts it again and again may find it at work.
            if !settings.isSilent { Terminal.printError(Message.plain("another process works on \(folder)")) }
            return .success
        } catch {
            let cause = WorkerStatus.absence(of: folder).map { "option --background-worker: \($0)" } ?? "\(error)"
            return settings.fail(error as? TransferFailure ?? TransferFailure(.writeError, cause))
        }
    }
}
