// Transcripts, diagnoses, the proxy that shows, transfers in the background, archives.

import Sockeye
import SockeyeArchive
import SockeyeBackground
import SockeyeDoctor
import SockeyeInspect
import SockeyeTranscript

func tools(_ server: String, _ folder: String) async throws {
    try await transcript(server)
    try await doctor(server)
    try await doctorOptions(server)
    try await inspectConfiguration(server)
    try await backgroundTransfers(server, folder)
    try await backgroundJob(server)
    try await extractionLimits()
}

/// ``Transcript``, ``Transcript.Limits``: what went over the wire, as a page and as an HTTP archive.
func transcript(_ server: String) async throws {
    var configuration = HTTPClient.Configuration()
    let transcript = Transcript()
    configuration.instruments.append(transcript)
    var limits = Transcript.Limits()
    limits.bodyBytes = 1_000
    let short = Transcript(limits: limits)
    configuration.instruments.append(short)
    _ = try await HTTPClient(configuration: configuration).get("\(server)/big")
    let page = transcript.page()
    let har = transcript.archive()
    try expect(page.count > 300_000 && har.count > short.archive().count)
}

/// ``Doctor``: what is fine about a URL, what isn't, and what to do about it.
func doctor(_ server: String) async throws {
    let report = await Doctor().examine(try .get("\(server)/"))
    for finding in report.findings where finding.verdict >= .warning { print(finding.check, finding.text) }
    try expect(report.isComplete && report.findings.contains { $0.check == .answer && $0.verdict == .ok })
}

/// ``Doctor.Options``: how far an examination goes.
func doctorOptions(_ server: String) async throws {
    var options = Doctor.Options()
    options.total = .seconds(10)
    options.uploadMethod = .put
    let report = await Doctor(options: options).examine(try .get("\(server)/hello"))
    try expect(report.findings.contains { $0.check == .uploads })
}

/// ``InspectConfiguration``: the proxy that shows what any program sends through it.
func inspectConfiguration(_ server: String) async throws {
    var setup = InspectConfiguration()
    setup.latency = .milliseconds(1)
    let proxy = try InspectProxy.start(setup)
    var configuration = HTTPClient.Configuration()
    configuration.proxies = try ProxySettings(http: ProxyServer(parsing: proxy.url))
    try expect(try await HTTPClient(configuration: configuration).get("\(server)/").text() == "Hello")
    try expect(proxy.exchanges.map(\.url) == ["\(server)/"])
    await proxy.stop()
}

/// ``BackgroundTransfers``: downloads that continue after the program exits.
func backgroundTransfers(_ server: String, _ folder: String) async throws {
    BackgroundTransfers.runIfWorker()

    let transfers = try BackgroundTransfers(folder: "\(folder)/.local/state/my-app/transfers")
    let id = try await transfers.download("\(server)/big.iso", to: "\(folder)/big.iso")
    try await transfers.start()

    for try await transfer in transfers.updates() { print(transfer.path, transfer.state) }
    try expect(try transfers.status()[id]?.state == .done)
}

/// ``BackgroundJob``, ``BackgroundJob.Download``, ``BackgroundJob.Upload``, ``BackgroundLimits``: several jobs, in this process.
func backgroundJob(_ server: String) async throws {
    let transfers = try BackgroundTransfers(folder: "transfers")
    try await transfers.setLimits(BackgroundLimits(jobs: 2, jobsPerHost: 1))
    let url = try HTTPURL("\(server)/a.iso")
    try await transfers.add([
        .download(url, to: "in.iso", BackgroundJob.Download(segments: 4, replacesExisting: true), label: "in"),
        BackgroundJob(.upload(BackgroundJob.Upload(method: .put)), url: url, path: "a.iso", retries: 3),
    ])
    try await BackgroundTransfers.work(in: "transfers", grace: .zero)
    try expect(try transfers.status().transfers.map(\.state) == [.done, .done])
}

/// ``ExtractionLimits``: how much an archive may unpack.
func extractionLimits() async throws {
    try await Archive.create("files.zip", of: ["a.iso", "cookies.txt"])
    let result = try await Archive.extract("files.zip", to: "files", limits: ExtractionLimits(byteLimit: 1 << 20))
    try expect(result.entries == 2)
    do {
        _ = try await Archive.extract("files.zip", to: "more", limits: ExtractionLimits(byteLimit: 1_000))
        try expect(false)
    } catch let error as ArchiveError {
        print(error)
    }
}
