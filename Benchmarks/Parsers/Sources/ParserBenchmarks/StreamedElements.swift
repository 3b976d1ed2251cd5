import Foundation
import SockeyeParsers

/// An array of records of a gibibyte, made on the fly in chunks of 64 KiB.
struct EndlessRecords: AsyncSequence, AsyncIteratorProtocol {
    let chunk: [UInt8]
    var remaining: Int

    init(size: Int) {
        var records = SampleData.records(size: 65_536)
        // Without its brackets and with a comma at the end, the text can be repeated.
        records.removeFirst()
        records[records.count - 1] = UInt8(ascii: ",")
        chunk = records
        remaining = size / records.count
    }

    private var isStarted = false
    private var isEnded = false

    func makeAsyncIterator() -> EndlessRecords { self }

    mutating func next() async -> [UInt8]? {
        if !isStarted {
            isStarted = true
            return Array("[".utf8)
        }
        if remaining > 0 {
            remaining -= 1
            return chunk
        }
        if isEnded { return nil }
        isEnded = true
        return Array("null]".utf8)
    }
}

extension ParserBenchmarks {
    /// Decodes the elements one after the other; prints the speed and the most memory that was in use.
    static func streamElements() async throws {
        let size = 1 << 30
        let clock = ContinuousClock()
        var count = 0
        let time = try await clock.measure {
            for try await record in EndlessRecords(size: size).jsonElements(of: Record?.self) where record != nil {
                count += 1
            }
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? "VmHWM unknown"
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        print(
            "\(count) elements of a GiB in \(decimals(seconds, 1)) s, \(decimals(Double(size) / 1e6 / seconds, 0)) MB/s"
        )
        print(peak)
    }
}
