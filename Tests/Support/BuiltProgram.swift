internal import Glibc

/// The path of a program that was built together with the running tests, so in their configuration: beside their bundle.
public func builtProgram(_ name: String) -> String {
    // SAFETY: realpath gives text of its own that ends with NUL; it is copied and freed.
    guard let text = realpath("/proc/self/exe", nil) else { return name }
    defer { free(text) }
    return String(cString: text).split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/") + "/" + name
}
