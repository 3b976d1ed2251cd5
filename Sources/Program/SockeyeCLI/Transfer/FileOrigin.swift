internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// `--xattr`: where a finished file comes from, as extended attributes with the names of freedesktop.org that curl uses.
struct FileOrigin {
    let item: TransferItem

    /// A secret must not end in a file that is passed on.
    private static func withoutCredentials(_ text: String) -> String {
        (try? HTTPURL(text)).map { $0.hasCredentials ? $0.withoutCredentials.href : text } ?? text
    }

    /// Saves them. What a file system doesn't take is no failure: the file is complete.
    func save(_ trace: TransferTrace, on path: String) {
        guard (try? item.machine.facts(of: path))?.kind == .regular else { return }
        let notes = trace.notes
        let attributes: [(name: String, value: [UInt8]?)] = [
            ("user.xdg.referrer.url", notes.request?.fields[.referer].map { Array(Self.withoutCredentials($0).utf8) }),
            ("user.mime_type", trace.head?.fields[octets: .contentType].first),
            ("user.xdg.origin.url", notes.asked.map { Array($0.withoutCredentials.href.utf8) }),
        ]
        do throws(FileError) {
            for (name, value) in attributes {
                if let value { try item.machine.setAttribute(name, to: value, of: path) }
            }
        } catch {
            item.run.warn("could not set extended attributes on \(path): \(error.reason)")
        }
    }
}
