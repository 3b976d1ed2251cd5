internal import Sockeye
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeTesting

extension Scenario {
    /// Small files that outlive a run.
    static let stores = [
        Scenario("cookies") { stage in
            stage.folder.write("jar", Array(jar("old").utf8))
        } run: { stage in
            let jar = CookieJar()
            try jar.load(from: stage.folder.file("jar"))
            jar.insert(
                Cookie(
                    name: "new", value: "2", domain: "example.com", path: "/",
                    expires: HTTPDate(clamping: 4_000_000_000)))
            try jar.save(to: stage.folder.file("jar"))
        } check: { stage, succeeded in
            storeFault(stage, succeeded, "jar", old: "old\t1", new: "new\t2")
        },
        Scenario("hsts") { stage in
            stage.folder.write("hosts", Array("old.example \"20990101 00:00:00\"\n".utf8))
        } run: { stage in
            let store = HSTSStore()
            try store.load(from: stage.folder.file("hosts"))
            store.insert("new.example", includingSubdomains: false)
            try store.save(to: stage.folder.file("hosts"))
        } check: { stage, succeeded in
            storeFault(stage, succeeded, "hosts", old: "old.example", new: "new.example")
        },
        Scenario("netrc") { stage in
            stage.folder.write("netrc", Array("machine 127.0.0.1 login me password secret\n".utf8))
        } run: { stage in
            let netrc = Netrc(parsing: try SmallFile.read(stage.folder.file("netrc")))
            try await stage.withClient {
                $0.netrc = netrc
            } _: { client in
                let response = try await client.get(stage.peer.plain.url("/login"))
                try require(isSame(response.body, stage.bytes), "the credential was not sent")
            }
        } check: { stage, _ in
            stage.folder.names == ["netrc"] ? nil : "\(stage.folder.names) are there"
        },
    ]

    private static func jar(_ name: String) -> String {
        "# Netscape HTTP Cookie File\nexample.com\tFALSE\t/\tFALSE\t4000000000\t\(name)\t1\n"
    }

    /// Whether the store holds what it held, and after a success what was added; and nothing else is left.
    private static func storeFault(
        _ stage: Stage, _ succeeded: Bool, _ name: String, old: String, new: String
    ) -> String? {
        let text = String(decoding: stage.folder.read(name) ?? [], as: UTF8.self)
        if !text.contains(old) { return "what \(name) held is lost" }
        if succeeded, !text.contains(new) { return "what was added to \(name) is missing" }
        return stage.folder.names == [name] ? nil : "\(stage.folder.names) are there"
    }
}
