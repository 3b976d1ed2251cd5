internal import HTTPTypes
internal import Sockeye
internal import SockeyeDoctor
internal import SockeyeIO

/// `--doctor`: examines each URL and prints the reports.
struct DoctorRun {
    let run: Run
    let loop: EventLoop

    private var settings: Settings { run.settings }

    func perform() async -> ExitCode { await TransferRun(run, on: loop).forEachTransfer(examine) }

    private func examine(_ transfer: Transfer) async -> ExitCode {
        let item = transfer.item
        let request: Request
        do {
            request = try item.request
            guard request.url.scheme == "http" || request.url.scheme == "https" else {
                throw TransferFailure(.unsupportedProtocol, "--doctor examines http and https URLs only")
            }
        } catch {
            return run.fail(error)
        }
        var options = Doctor.Options()
        options.uploadMethod = settings.doctor.uploadMethod.flatMap { HTTPRequest.Method($0) }
        options.readsWholeBodies = settings.doctor.readsWholeBodies
        if let time = item.operation.timeLimit, time > .zero { options.total = time }
        let showsSteps = run.terminal.takesEscapesForErrors && !settings.isSilent && settings.showsProgress
        let report = await Doctor(client: item.client, options: options).examine(request) { check in
            if showsSteps { run.terminal.printError("\r\u{1B}[Kexamining: \(check.rawValue) …") }
        }
        if showsSteps { run.terminal.printError("\r\u{1B}[K") }
        let code = run.terminal.printOutput(text(of: report))
        if code != .success { return code }
        // What wasn't reached may be worse.
        return report.isComplete || report.worst == .fault ? ExitCode(report.worst) : .operationTimedOut
    }

    private func text(of report: DoctorReport) -> String {
        switch settings.doctor.format {
        case .json: DoctorJSON.text(of: report)
        case .text:
            DoctorText(
                // Longer lines are hard to read.
                width: max(20, min(run.terminal.columns ?? 80, 100)),
                isColored: run.terminal.takesEscapes && run.terminal.wantsColour
            ).text(of: report)
        }
    }
}

extension ExitCode {
    /// The code for the worst finding.
    init(_ worst: DoctorReport.Verdict) {
        switch worst {
        case .ok, .notTried, .note: self = .success
        case .warning: self = .doctorWarning
        case .fault: self = .doctorFault
        }
    }
}
