import Glibc
import SampleData

/// Answers one request on the loopback interface with a JSON array of records, generated while it is sent.
enum Server {
    /// Prints the port, waits for the request, and sends slightly less than `size` bytes.
    static func run(size: Int) {
        signal(SIGPIPE, SIG_IGN)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard bind(listener, $0, length) == 0, listen(listener, 1) == 0 else { exit(1) }
                getsockname(listener, $0, &length)
            }
        }
        print(UInt16(bigEndian: address.sin_port))
        fflush(nil)
        let connection = accept(listener, nil, nil)
        var request = [UInt8](repeating: 0, count: 65_536)
        guard recv(connection, &request, request.count, 0) > 0 else { exit(1) }
        // Without brackets and with a trailing comma, the text can be repeated.
        var records = SampleData.records(size: 65_536)
        records.removeFirst()
        records[records.count - 1] = UInt8(ascii: ",")
        let repeats = size / records.count
        let end = Array("null]".utf8)
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(1 + repeats * records.count + end.count)\r\n\r\n["
        send(Array(head.utf8), to: connection)
        for _ in 0..<repeats { send(records, to: connection) }
        send(end, to: connection)
        close(connection)
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            if count <= 0 { exit(1) }
            start += count
        }
    }
}
