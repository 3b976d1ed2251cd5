import Glibc

/// Runs another program to its end and captures its output.
enum Child {
    struct Outcome: Sendable {
        var exitCode: Int32
        var output: String
        var errors: String
    }

    /// Runs `command` (found in PATH) with empty standard input.
    static func run(_ command: [String], environment: [String] = []) -> Outcome? {
        let files = (0..<2).map { _ in temporaryFile() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, files[0], O_WRONLY | O_TRUNC, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, files[1], O_WRONLY | O_TRUNC, 0)
        defer { files.forEach { _ = unlink($0) } }
        let arguments = (["env"] + environment + command).map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        guard posix_spawnp(&process, "env", &actions, nil, arguments + [nil], environ) == 0 else { return nil }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Outcome(exitCode: (status >> 8) & 0xFF, output: read(files[0]), errors: read(files[1]))
    }

    /// Whether the reference version of curl is installed.
    static let hasReferenceCurl = run(["curl", "--version"])?.output.hasPrefix("curl 7.88.") ?? false

    /// Where temporary files go: `TMPDIR`, or `/tmp`.
    static let temporaryPlace = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"

    private static func temporaryFile() -> String {
        var template = Array("\(temporaryPlace)/sockeye-test-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        if descriptor >= 0 { close(descriptor) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func read(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A test's own folder, removed with the object.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("\(Child.temporaryPlace)/sockeye-test-XXXXXX".utf8CString)
        let made = mkdtemp(&template)
        path = made.map { String(cString: $0) } ?? Child.temporaryPlace
    }

    deinit {
        _ = Child.run(["rm", "-rf", path])
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ name: String, _ text: String) {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }

    func text(_ name: String) -> String? {
        access(path(name), F_OK) == 0 ? Child.read(path(name)) : nil
    }
}
