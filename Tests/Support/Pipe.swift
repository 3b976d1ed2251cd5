internal import Glibc

/// Two connected descriptors (`socketpair`), created close-on-exec: tests start programs in parallel, and an end that
/// leaked into another test's child would never close.
struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ProgramFailure(call: "socketpair", errorNumber: errno)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    /// Writes all of `bytes` and closes, blocking the thread; stops if the reader is gone.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the slice keeps its storage alive for the closure, and the call does not keep the pointer.
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            rest = rest.dropFirst(count)
        }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads to the end, blocking the thread.
    static func readAll(_ descriptor: Int32) -> [UInt8] {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return all }
            all += piece[..<count]
        }
    }

    /// Reads until the text contains `mark`, and nothing beyond it, blocking the thread.
    static func readText(_ descriptor: Int32, upTo mark: String) -> String {
        let mark = Array(mark.utf8)
        var seen: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        var isFound = mark.isEmpty
        while !isFound {
            let count = recv(descriptor, &piece, piece.count, Int32(MSG_PEEK))
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            // The mark may have begun in what was read before.
            let carried = min(seen.count, mark.count - 1)
            let window = Array(seen.suffix(carried)) + piece[..<count]
            let end = Self.end(of: mark, in: window)
            isFound = end != nil
            let taken = end.map { $0 - carried } ?? count
            seen += piece[..<taken]
            // They are there, so that one call takes them all.
            _ = read(descriptor, &piece, taken)
        }
        return String(decoding: seen, as: UTF8.self)
    }
    /// The offset behind the first `mark`; a program may write megabytes before it.
    private static func end(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        // SAFETY: memchr and memcmp stay within both arrays, and their pointers are only subtracted from.
        bytes.withUnsafeBytes { bytes in
            mark.withUnsafeBytes { mark in
                guard let start = bytes.baseAddress, let wanted = mark.baseAddress else { return nil }
                var position = 0
                while position + mark.count <= bytes.count {
                    let last = bytes.count - mark.count + 1
                    guard let found = memchr(start + position, Int32(mark[0]), last - position) else { return nil }
                    if memcmp(found, wanted, mark.count) == 0 { return UnsafeRawPointer(found) - start + mark.count }
                    position = UnsafeRawPointer(found) - start + 1
                }
                return nil
            }
        }
    }
}
