import Glibc
import SockeyeIO

/// What the process holds at one moment.
struct Measure: Sendable {
    /// Bytes of resident memory.
    var memory: Double
    var descriptors: Double
    var threads: Double
    /// Sockets and timers registered with the client's loop.
    var registered: Double
    /// Moments that the loop has still to wait for.
    var moments: Double

    /// Each with its name and by how much it may rise. Memory: allocators keep what was once needed at the same time.
    /// Moments: up to 1,024 that nobody waits for stay, or as many as somebody does.
    static let kinds: [(name: String, value: @Sendable (Measure) -> Double, limit: Double)] = [
        ("memory", { $0.memory }, 8 * 1024 * 1024), ("descriptors", { $0.descriptors }, 8),
        ("threads", { $0.threads }, 2), ("sockets and timers", { $0.registered }, 24),
        ("moments", { $0.moments }, 1500),
    ]

    /// By `/proc/self`, and by the loop itself.
    static func now(_ loop: EventLoop) async -> Measure {
        let (registered, moments) = await Task(executorPreference: loop) { loop.pending }.value
        return Measure(
            memory: residentMemory, descriptors: entries(of: "/proc/self/fd"), threads: entries(of: "/proc/self/task"),
            registered: Double(registered), moments: Double(moments))
    }

    private static var residentMemory: Double {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, CInt(line.count), file) != nil else { return 0 }
        let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
            separator: " ")
        return words.count > 1 ? (Double(words[1]) ?? 0) * Double(sysconf(CInt(_SC_PAGESIZE))) : 0
    }

    private static func entries(of folder: String) -> Double {
        guard let directory = opendir(folder) else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return Double(count)
    }
}

/// The line that fits values at equal distances best (least squares).
struct Trend {
    /// By how much the line rises from the first value to the last.
    let rise: Double

    init(_ values: [Double]) {
        let count = Double(values.count)
        guard count > 1 else {
            rise = 0
            return
        }
        let middle = (count - 1) / 2
        let mean = values.reduce(0, +) / count
        var (above, below) = (0.0, 0.0)
        for (index, value) in values.enumerated() {
            let distance = Double(index) - middle
            above += distance * (value - mean)
            below += distance * distance
        }
        rise = above / below * (count - 1)
    }
}
