import SockeyeFields
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeClient

/// What a file of cookies or hosts holds that can't be read is told and kept.
struct UnreadLineTests {
    @Test(
        "An expiry is read as other tools write it",
        arguments: [
            ("1803457647", 1_803_457_647), ("1803457647.618", 1_803_457_647), ("1803457647e0", 1_803_457_647),
            ("1.803457647e9", 1_803_457_647), ("1803457647.618e0", 1_803_457_647), (" 1803457647 ", 1_803_457_647),
            ("1803457647 x", 1_803_457_647), ("1803457647x", 1_803_457_647), ("0.0", 0), ("0", 0), ("0.5", 0),
            ("99999999999999999999", .max), ("99999999999999999999.9", .max), ("9e999", .max), ("-1", -1),
            ("", nil), (" ", nil), ("never", nil), ("x1", nil), (".5", nil), ("2027-02-24", 2027), ("--1", nil),
        ] as [(String, Int64?)])
    func expiries(text: String, seconds: Int64?) {
        let file = CookieFile.parse(Array("x.example\tFALSE\t/\tFALSE\t\(text)\tn\tv\n".utf8))
        let expected = seconds.map { [$0 == 0 ? nil : HTTPDate(clamping: $0)] } ?? []
        #expect(file.cookies.map(\.expires) == expected)
        #expect(file.unread.map(\.number) == (seconds == nil ? [1] : []))
    }

    private static let good = "x.example\tFALSE\t/\tFALSE\t0\tn\tv"
    private static let odd = "x.example\tFALSE\t/\tFALSE\t\tp\tq"

    @Test(
        "Lines that are no cookies are counted and written again",
        arguments: [
            ("# c\n\n\(good)\n\(odd)\r\nrubbish\n", ["4: \(odd)", "5: rubbish"], 1),
            ("\u{FEFF}\(good)\n", [], 1), ("\u{FEFF}#HttpOnly_\(good)\n", [], 1),
            ("x.example TRUE / FALSE 0 n v\n", ["1: x.example TRUE / FALSE 0 n v"], 0),
            ("#HttpOnly_\(odd)\n", ["1: #HttpOnly_\(odd)"], 0), ("\(good)\u{7}\n", ["1: \(good)\u{7}"], 0),
            ("\(good)\r\r\n", ["1: \(good)\r"], 0),
            ("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nX: y\r\n\r\n", [], 0), ("set-cookie: a=b\nx\n", [], 0),
            ("\u{FEFF}HTTP/1.1 200 OK\nX: y\n", [], 0), ("", [], 0),
            ("\(good)\nx.example\tTRUE\t/\tTRUE\t0\t__Host-n\tv\n", ["2: x.example\tTRUE\t/\tTRUE\t0\t__Host-n\tv"], 1),
            ("x.example\tFALSE\t/\tFALSE\t0\t__Secure-n\tv\n", ["1: x.example\tFALSE\t/\tFALSE\t0\t__Secure-n\tv"], 0),
        ] as [(String, [String], Int)])
    func cookies(text: String, unread: [String], count: Int) throws {
        let place = try TemporaryFolder()
        let path = try place.write("jar", text)
        let jar = CookieJar()
        try jar.load(from: path)
        #expect(jar.unreadLines.map { "\($0.number): \(String(decoding: $0.octets, as: UTF8.self))" } == unread)
        #expect(jar.cookies.count == count)
        // Read and written many times, the file keeps each once.
        for _ in 0..<2 {
            try jar.save(to: path)
            try jar.load(from: path)
        }
        let again = CookieJar()
        try again.load(from: path)
        #expect(again.unreadLines.map(\.octets) == jar.unreadLines.map(\.octets))
        #expect(again.unreadLines.count == unread.count && again.cookies.count == count)
        jar.removeAll()
        #expect(jar.unreadLines.isEmpty && jar.netscapeOctets().split(separator: UInt8(ascii: "\n")).count == 3)
    }

    @Test func recordedHeadsBehindAMark() throws {
        let jar = CookieJar()
        jar.load(recordedHeads: Array("\u{FEFF}Set-Cookie: a=b\r\n".utf8), from: try HTTPURL("http://h/"))
        #expect(jar.cookies.map(\.value) == ["b"])
    }

    @Test func hosts() throws {
        let place = try TemporaryFolder()
        let text =
            "\u{FEFF}a.example \"unlimited\"\n# c\nb.example \"soon\"\r\n\nc.example\n.d.example \"20991231 23:59:59\"\n"
            + "e.example \"soon\"\r\r\n"
        let path = try place.write("hsts", text)
        let store = HSTSStore()
        try store.load(from: path)
        #expect(store.hosts == ["a.example", ".d.example"])
        #expect(store.unreadLines.map(\.number) == [3, 5, 7])
        try store.save(to: path)
        let again = HSTSStore()
        try again.load(from: path)
        #expect(again.hosts == store.hosts && again.unreadLines.map(\.octets) == store.unreadLines.map(\.octets))
        store.removeAll()
        #expect(store.unreadLines.isEmpty)
    }
}
