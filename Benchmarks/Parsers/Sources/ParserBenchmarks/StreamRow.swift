import Foundation

/// A gibibyte streamed from a socket, measured in a separate process, with neither Foundation nor the sample texts in
/// memory.
enum StreamRow {
    private static let goal = "≥ 200 MB/s, peak memory ≤ 24 MiB"

    static func rows(size: Int) throws -> [Row] {
        try [
            row(size, "decode", "each a Codable struct"), row(size, "read", "two texts of each read where they stand"),
        ]
    }

    private static func row(_ size: Int, _ reading: String, _ description: String) throws -> Row {
        let work = "a JSON array of \(size >> 20) MiB streamed from a socket, element by element, \(description)"
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("StreamedElements")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            return Row(work: work, goal: goal, measured: "StreamedElements is not built", isReached: false)
        }
        let server = Process()
        server.executableURL = program
        server.arguments = ["serve", "\(size)"]
        let port = Pipe()
        server.standardOutput = port
        try server.run()
        defer { server.terminate() }
        let number = String(decoding: port.fileHandleForReading.availableData, as: UTF8.self)
        let reader = Process()
        reader.executableURL = program
        reader.arguments = [reading, number.trimmingCharacters(in: .whitespacesAndNewlines)]
        let output = Pipe()
        reader.standardOutput = output
        try reader.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        reader.waitUntilExit()
        let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard figures.count == 3, figures[0] > 0, reader.terminationStatus == 0 else {
            return Row(work: work, goal: goal, measured: "failed", isReached: false)
        }
        let (mebibytes, speed) = (figures[2] / 1024, Double(size) / 1e6 / figures[1])
        return Row(
            work: work, goal: goal,
            measured: "**\(decimals(speed, 0)) MB/s**, \(decimals(mebibytes, 1)) MiB (\(Int(figures[0])) elements)",
            isReached: speed >= 200 && mebibytes <= 24)
    }
}
