/// Python with the packages of Debian, for tools that tests run.
public enum PythonTool {
    /// The interpreter.
    public static let path = "/usr/bin/python3"

    /// Whether it has this module.
    public static func has(_ module: String) async -> Bool {
        (try? await Program.run(path, ["-c", "import \(module)"]))?.status == 0
    }

    /// Whether there is Chromium, and what drives it.
    public static var hasBrowser: Bool {
        get async {
            let isThere = (try? await Program.run("/bin/sh", ["-c", "command -v chromium"]))?.status == 0
            return await has("websockets") && isThere
        }
    }
}
