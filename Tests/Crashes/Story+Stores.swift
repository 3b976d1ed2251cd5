import FaultSupport
import Sockeye
import SockeyeFields
import SockeyeIO

extension Story {
    static let stores = [
        Story(name: "cookies") { stage in
            let jar = CookieJar()
            jar.insert(
                Cookie(name: "c0", value: filler, domain: "example.com", expires: HTTPDate(clamping: 4_000_000_000)))
            stage.folder.write("jar", jar.netscapeOctets())
        } play: { stage in
            for number in 1...3 {
                let jar = CookieJar()
                try jar.load(from: stage.folder.file("jar"))
                jar.insert(
                    Cookie(
                        name: "c\(number)", value: filler, domain: "example.com",
                        expires: HTTPDate(clamping: 4_000_000_000)))
                try jar.save(to: stage.folder.file("jar"))
            }
        } resume: { stage, _ in
            let jar = CookieJar()
            try jar.load(from: stage.folder.file("jar"))
            let count = jar.cookies.count
            // Each save adds one: what is there is what one of them wrote, whole. A file has the youngest first.
            let names = jar.cookies.map(\.name).sorted()
            guard count > 0, names == (0..<count).map({ "c\($0)" }), jar.cookies.allSatisfy({ $0.value == filler })
            else {
                return "the jar has \(names)"
            }
            return nil
        },
        Story(name: "hsts") { stage in
            let store = HSTSStore()
            store.insert("h0.example", includingSubdomains: true)
            stage.folder.write("hosts", Array(store.text().utf8))
        } play: { stage in
            for number in 1...3 {
                let store = HSTSStore()
                try store.load(from: stage.folder.file("hosts"))
                store.insert("h\(number).example", includingSubdomains: true)
                try store.save(to: stage.folder.file("hosts"))
            }
        } resume: { stage, _ in
            let store = HSTSStore()
            try store.load(from: stage.folder.file("hosts"))
            let hosts = store.hosts.sorted()
            guard !hosts.isEmpty, hosts == (0..<hosts.count).map({ ".h\($0).example" }) else {
                return "the store has \(hosts)"
            }
            return nil
        },
    ]

    /// Longer than a sector.
    private static let filler = String(repeating: "x", count: 700)

    /// The proof that the states show the mistake: the name is given before the bytes are on the disk.
    static let renameBeforeSync = Story(name: "rename before fsync") { stage in
        stage.folder.write("jar", Array("old".utf8))
    } play: { stage in
        let file = try File(stage.folder.file("jar.new"), [.writing, .creating])
        try file.write(Array("new".utf8), at: 0)
        try FileNames.rename(stage.folder.file("jar.new"), to: stage.folder.file("jar"))
        try file.sync(dataOnly: true)
    } resume: { stage, _ in
        let jar = stage.folder.read("jar").map { String(decoding: $0, as: UTF8.self) }
        return jar == "old" || jar == "new" ? nil : "the jar has \(jar ?? "gone")"
    }
}
