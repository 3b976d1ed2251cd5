internal import Glibc

/// What the suite runs in, as far as it keeps a test from being fair.
public enum Surroundings {
    /// The wall clock jumps over hours and days (`make odd-days DAYS=jumps`).
    public static var clockJumps: Bool { getenv("SOCKEYE_CLOCK") != nil }

    /// The address sanitizer reserves terabytes of addresses.
    public static var sanitizesAddresses: Bool { getenv("ASAN_OPTIONS") != nil }

    /// The thread sanitizer reserves terabytes of addresses, and keeps its notes in a file, which a small file size limit cuts off.
    public static var sanitizesThreads: Bool { getenv("TSAN_OPTIONS") != nil }
}
