import Glibc

/// One input of libFuzzer: its last byte is a choice among what a target offers, the rest is what it reads.
struct Input {
    let bytes: [UInt8]
    let choice: Int

    /// As text, with U+FFFD for what isn't UTF-8, as a caller would decode it.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Lines of the input.
    var lines: [ArraySlice<UInt8>] { bytes.split(separator: 0x0A, omittingEmptySubsequences: false) }

    /// At least `count` parts between NULs; missing ones are empty.
    func parts(_ count: Int) -> [[UInt8]] {
        let found = bytes.split(separator: 0, maxSplits: count - 1, omittingEmptySubsequences: false).map(Array.init)
        return found + Array(repeating: [], count: max(0, count - found.count))
    }
}

/// The invariants, one function a target, each named and described where it is defined.
enum Check {}

/// Ends the run if `condition` is false. Unlike `precondition`, it says why in an optimized build too.
func require(_ condition: @autoclosure () -> Bool, _ reason: @autoclosure () -> String) {
    if !condition() { fail(reason()) }
}

func fail(_ reason: String) -> Never {
    fatalError("broken invariant: \(reason)")
}

/// Whether no byte of a text could move a terminal's cursor or end a line of a head or a file.
func isPrintable(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
}

/// A target: its name, as in `Tests/Fuzz/run NAME`, and its invariant. Each group's file `Targets.swift` lists its own.
typealias Target = (name: String, check: @Sendable (Input) -> Void)

private let chosen: @Sendable (Input) -> Void = {
    guard let name = getenv("SOCKEYE_FUZZ").map({ String(cString: $0) }),
        let target = targets.first(where: { $0.name == name })
    else {
        fatalError("SOCKEYE_FUZZ names no target")
    }
    return target.check
}()

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    // SAFETY: libFuzzer's `count` bytes are readable during this call, and they are copied: an array ends where the
    // sanitizer sees a read past it.
    let bytes = Array(UnsafeBufferPointer(start: start, count: count - 1))
    chosen(Input(bytes: bytes, choice: Int(start[count - 1])))
    return 0
}
