internal import Glibc

/// The words of the command line where the kernel put them, as the process's own memory.
///
/// Swift's runtime reads /proc to find them, which a bare root folder lacks (chroot(8)). There they are found below the
/// environment: the count, the words, NULL, and then the environment (System V ABI, process initialization).
package enum ProcessArguments {
    /// More words than Linux passes.
    private static let most = 1 << 22

    /// The words after the program's name, as they are: `CommandLine.arguments` replaces what isn't UTF-8.
    package static var words: [[UInt8]] {
        // SAFETY: each is NUL-terminated and lives as long as the process.
        all.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map(UInt8.init(bitPattern:)) }
    }

    /// The program's name as it was called, which may be a path; empty if there is none.
    package static var programName: [UInt8] {
        // SAFETY: it is NUL-terminated and lives as long as the process.
        let name = CommandLine.argc > 0 ? CommandLine.unsafeArgv[0] : belowEnvironment().first
        return name.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map(UInt8.init(bitPattern:)) } ?? []
    }

    /// Overwrites the end of a word with spaces, so that `ps` doesn't show it any more.
    ///
    /// - Parameters:
    ///   - index: of ``words``.
    ///   - offset: of the first byte to overwrite.
    package static func wipe(_ index: Int, from offset: Int) {
        let words = all
        // SAFETY: the offset is at most the word's length, so that only bytes before its NUL are written (execve(2)).
        guard words.indices.contains(index), (0...strlen(words[index])).contains(offset) else { return }
        memset(words[index] + offset, Int32(UInt8(ascii: " ")), strlen(words[index] + offset))
    }

    // SAFETY: they are never freed; each is NUL-terminated, and may be written up to its NUL (execve(2)).
    private static var all: [UnsafeMutablePointer<CChar>] {
        let count = Int(CommandLine.argc)
        if count > 0 { return (1..<max(1, count)).compactMap { CommandLine.unsafeArgv[$0] } }
        return Array(belowEnvironment().dropFirst())
    }

    private static func belowEnvironment() -> [UnsafeMutablePointer<CChar>] {
        // SAFETY: `environ` is a variable of the C library that points to the environment's array, at the end of the kernel's
        // block as long as nobody has called setenv(3), and nobody has before main.
        guard let variable = dlsym(nil, "environ"),
            let environment = variable.load(as: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self)
        else { return [] }
        var words: [UnsafeMutablePointer<CChar>] = []
        // SAFETY: below it are NULL, the words, and their count, at which this ends: no word's address is as small.
        var place = environment - 1
        guard place.pointee == nil else { return [] }
        while words.count < most {
            place -= 1
            if UInt(bitPattern: place.pointee) == UInt(words.count) { break }
            guard let word = place.pointee else { return [] }
            words.append(word)
        }
        return words.reversed()
    }
}
