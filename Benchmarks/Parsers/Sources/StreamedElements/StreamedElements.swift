import Glibc
import SampleData
import Sockeye
import SockeyeParsers

/// `serve BYTES`: a server that prints its port. `decode PORT`: fetches from it, decodes the elements of the array one by
/// one, and prints their number, the seconds and the peak memory in kilobytes. `read PORT`: the same, but reads two members of
/// each element where they stand.
@main
struct StreamedElements {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let number = Int(arguments[2]) else {
            print("usage: StreamedElements serve BYTES | decode PORT | read PORT")
            exit(2)
        }
        if arguments[1] == "serve" { return Server.run(size: number) }
        var configuration = HTTPClient.Configuration()
        configuration.timeouts.total = nil
        let client = HTTPClient(configuration: configuration)
        let clock = ContinuousClock()
        let start = clock.now
        let count = try await client.perform(.get("http://127.0.0.1:\(number)/")) { response in
            var count = 0
            if arguments[1] == "decode" {
                for try await record in response.body.jsonElements(of: Record?.self) where record != nil { count += 1 }
                return count
            }
            for try await value in response.body.jsonElementsInPlace() {
                if value["name"]?.string != nil, value["address"]?["city"]?.string != nil { count += 1 }
            }
            return count
        }
        let time = start.duration(to: clock.now).components
        let seconds = Double(time.seconds) + Double(time.attoseconds) * 1e-18
        print("\(count) \(seconds) \(peakMemory())")
    }

    /// The peak memory in kilobytes: `VmHWM` of proc(5). getrusage(2) would include that of the parent process.
    private static func peakMemory() -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            guard bytes.starts(with: "VmHWM:".utf8) else { continue }
            return bytes.reduce(0) { $1 >= 0x30 && $1 <= 0x39 ? $0 * 10 + Int($1 - 0x30) : $0 }
        }
        return 0
    }
}
