internal import Glibc
internal import HTTPTypes
internal import Sockeye
internal import SockeyeDoctor
internal import SockeyeIO

/// `--doctor`: examines each URL and prints the reports.
struct DoctorRun {
    let settings: Settings
    let loop: EventLoop

    func run() async -> ExitCode {
        await TransferRun(settings: settings, loop: loop).forEachTransfer(examine)
    }

    private func examine(_ transfer: Transfer) async -> ExitCode {
        let item = transfer.item
        let request: Request
        do {
            request = try item.request
            guard request.url.scheme == "http" || request.url.scheme == "https" else {
                throw TransferFailure(.unsupportedProtocol, "--doctor examines http and https URLs only")
            }
        } catch {
            return settings.fail(TransferFailure(error))
        }
        var options = Doctor.Options()
        options.uploadMethod = settings.doctor.uploadMethod.flatMap { HTTPRequest.Method($0) }
        options.readsWholeBodies = settings.doctor.readsWholeBodies
        if let time = item.operation.maximumTime, time > .zero { options.total = time }
        let showsSteps = Terminal.takesEscapesForErrors && !settings.isSilent && settings.showsProgress
        let report = await Doctor(client: item.client, options: options).examine(request) { check in
            if showsSteps { Terminal.printError("\r\u{1B}[Kexamining: \(check.rawValue) …") }
        }
        if showsSteps { Terminal.printError("\r\u{1B}[K") }
        let code = Terminal.printOutput(text(of: report))
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
                width: max(20, min(Terminal.columns ?? 80, 100)),
                isColored: Terminal.takesEscapes && Terminal.wantsColour
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
