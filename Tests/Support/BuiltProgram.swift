internal import Glibc

/// The path of a program built together with the running tests, hence in their configuration: beside their bundle.
public func builtProgram(_ name: String) -> String {
    // SAFETY: realpath returns a NUL-terminated string that it allocated; it is copied before it is freed.
    guard let text = realpath("/proc/self/exe", nil) else { return name }
    defer { free(text) }
    return String(cString: text).split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/" + name
}
