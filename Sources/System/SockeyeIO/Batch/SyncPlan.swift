/// How files that are committed together get to the disk: with one wait for their whole file system, or one for each.
///
/// One wait is faster for many files. But it also includes what other programs have written, and that has no limit.
enum SyncPlan {
    /// Fewer files are synced one by one.
    static let fewestFiles = 8
    /// More bytes take longer than the waits for single files do.
    static let byteLimit: Int64 = 64 << 20
    /// The most bytes of other programs to wait for: about half a second of a hard disk.
    static let foreignByteLimit: Int64 = 64 << 20

    /// Whether one wait is for all.
    ///
    /// - Parameters:
    ///   - files: how many there are on the file system.
    ///   - bytes: their lengths together.
    ///   - unwritten: the bytes of all programs that aren't on a disk yet; `nil` if unknown.
    static func waitsOnce(files: Int, bytes: Int64, unwritten: Int64?) -> Bool {
        guard files >= fewestFiles, bytes <= byteLimit, let unwritten else { return false }
        return unwritten <= bytes + foreignByteLimit
    }

    /// The bytes that wait for a disk, or are on their way, by `/proc/meminfo` (proc_meminfo(5)); `nil` if it doesn't say.
    static func unwrittenBytes(in text: [UInt8]) -> Int64? {
        var sum: Int64?
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count == 3, let name = words.first,
                name.elementsEqual("Dirty:".utf8) || name.elementsEqual("Writeback:".utf8),
                let kibibytes = Int64(String(decoding: words[1], as: UTF8.self)), (0...1 << 50).contains(kibibytes)
            else { continue }
            sum = (sum ?? 0) + kibibytes * 1024
        }
        return sum
    }
}
