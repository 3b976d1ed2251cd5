internal import Glibc

/// A process, told from any other of the same number, on whichever machine.
package struct ProcessIdentity: Sendable, Hashable {
    /// The machine's name (`uname(2)`).
    package var host: String
    /// Its number there.
    package var number: Int32
    /// When it started, in ticks since the machine did; 0 if unknown.
    package var started: UInt64
    /// The boot of the machine and the process namespace; empty if the system doesn't tell.
    package var world: String

    /// A process of these facts.
    package init(host: String, number: Int32, started: UInt64, world: String) {
        (self.host, self.number, self.started, self.world) = (host, number, started, world)
    }

    /// This process.
    static var current: ProcessIdentity {
        let number = getpid()
        return ProcessIdentity(
            host: hostName, number: number, started: startTime(of: number) ?? 0, world: currentWorld)
    }

    /// Whether it runs; `nil` if it is of another machine or container.
    var isRunning: Bool? {
        guard world == Self.currentWorld, !world.isEmpty else { return nil }
        if kill(number, 0) != 0, errno == ESRCH { return false }
        return Self.startTime(of: number) == started
    }

    private static var hostName: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        // SAFETY: nodename is a NUL-terminated array of 65 bytes inside `names`.
        return withUnsafePointer(to: &names.nodename) {
            $0.withMemoryRebound(to: CChar.self, capacity: 65) { String(cString: $0) }
        }
    }

    private static let currentWorld: String = {
        guard let boot = try? SmallFile.read("/proc/sys/kernel/random/boot_id"), boot.count > 30,
            let namespace = (try? FileFacts(of: "/proc/self/ns/pid")) ?? nil
        else { return "" }
        return "\(String(decoding: boot.prefix { $0 > 0x20 }, as: UTF8.self)):\(namespace.identity.inode)"
    }()

    /// Field 22 of proc_pid_stat(5).
    private static func startTime(of process: Int32) -> UInt64? {
        guard let bytes = try? SmallFile.read("/proc/\(process)/stat"),
            // The name before it may contain spaces and parentheses.
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        // A process that nobody has waited for yet is over too.
        guard fields.count > 19, !fields[0].elementsEqual("Z".utf8) else { return nil }
        return UInt64(String(decoding: fields[19], as: UTF8.self))
    }
}
