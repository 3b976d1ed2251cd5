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

    /// Reads until the text contains `mark`, blocking the thread.
    static func readText(_ descriptor: Int32, upTo mark: String) -> String {
        var seen: [UInt8] = []
        var byte: UInt8 = 0
        while !String(decoding: seen, as: UTF8.self).contains(mark) {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            seen.append(byte)
        }
        return String(decoding: seen, as: UTF8.self)
    }
}
