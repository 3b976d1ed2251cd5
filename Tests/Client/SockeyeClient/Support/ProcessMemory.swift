internal import Glibc

/// The resident memory of this process, in bytes (`VmRSS` of `/proc/self/status`); -1 if unknown.
func residentMemory() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return -1 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard text.hasPrefix("VmRSS:") else { continue }
        let digits = text.filter(\.isNumber)
        return (Int(digits) ?? -1) * 1024
    }
    return -1
}
