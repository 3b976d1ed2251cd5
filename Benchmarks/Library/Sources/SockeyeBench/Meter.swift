import Glibc

/// Wall and CPU time since its creation, for the line that every program prints.
struct Meter {
    private let wall = Meter.now(CLOCK_MONOTONIC)
    private let processor = Meter.now(CLOCK_PROCESS_CPUTIME_ID)

    func report(requests: Int, each: Int? = nil) {
        let seconds = Meter.now(CLOCK_MONOTONIC) - wall
        let cpu = Meter.now(CLOCK_PROCESS_CPUTIME_ID) - processor
        print("requests=\(requests) seconds=\(seconds) cpu=\(cpu)" + (each.map { " each=\($0)" } ?? ""))
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
