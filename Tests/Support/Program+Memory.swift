internal import Glibc

extension Program {
    /// The peak memory of the running program, in kilobytes (`proc(5)`, VmHWM).
    public func peakMemory() throws -> Int {
        guard let stream = fopen("/proc/\(identifier)/status", "re") else {
            throw ProgramFailure(call: "fopen", errorNumber: errno)
        }
        defer { fclose(stream) }
        let text = String(decoding: Pipe.readAll(fileno(stream)), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        guard let figure = Int(line.filter { "0123456789".contains($0) }) else {
            throw ProgramFailure(call: "VmHWM in /proc/\(identifier)/status", errorNumber: EINVAL)
        }
        return figure
    }
}
