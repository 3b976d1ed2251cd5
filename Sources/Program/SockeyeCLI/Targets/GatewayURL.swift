internal import SockeyeIO
internal import SockeyeURL

/// `ipfs:` and `ipns:` URLs: their content is asked of a gateway, by HTTP.
enum GatewayURL {
    /// Whether a URL names content instead of a place.
    static func isContent(_ url: String) -> Bool {
        let scheme = url.prefix(7).lowercased()
        return scheme == "ipfs://" || scheme == "ipns://"
    }

    /// The URL at the gateway. Its path is `/ipfs/` and what follows the scheme.
    ///
    /// - Parameters:
    ///   - url: an `ipfs:` or `ipns:` URL, perhaps with globs.
    ///   - gateway: that of `--ipfs-gateway`; `nil` for the one that `$IPFS_GATEWAY` names, or the first line of the file `gateway`
    ///     in `$IPFS_PATH` or `~/.ipfs`.
    static func url(_ url: String, at gateway: String?, on machine: any Machine) throws(OptionError) -> String {
        guard let base = gateway ?? usual(on: machine) else {
            throw OptionError(
                exitCode: .couldNotReadFile,
                message:
                    "\(url.prefix(4)) needs a gateway: give --ipfs-gateway, $IPFS_GATEWAY or the file ~/.ipfs/gateway")
        }
        // An option may leave its scheme out, as any URL of the command line.
        let place = gateway == nil ? base : HTTPURL.completed(base, defaultScheme: "http") ?? base
        let parsed = try? HTTPURL(place)
        guard let parsed, !parsed.host.contains(","), parsed.query == nil, parsed.fragment == nil else {
            let isMalformed = gateway == nil || parsed?.query != nil
            throw OptionError(
                exitCode: isMalformed ? .malformedURL : .badFunctionArgument,
                message: "the gateway '\(base)' is no http or https URL without a query")
        }
        var content = url.dropFirst(7)
        // Neither a slash alone nor an empty path is part of the content's name.
        if content.hasSuffix("/"), !content.dropLast().contains("/") { content = content.dropLast() }
        return "\(place)\(place.hasSuffix("/") ? "" : "/")\(url.prefix(4).lowercased())/\(content)"
    }

    private static func usual(on machine: any Machine) -> String? {
        func text(_ name: String) -> String? { machine.text(ofVariable: name).flatMap { $0.isEmpty ? nil : $0 } }
        if let gateway = text("IPFS_GATEWAY") { return gateway }
        guard let folder = text("IPFS_PATH") ?? text("HOME").map({ $0 + "/.ipfs" }),
            let bytes = try? machine.read("\(folder)\(folder.hasSuffix("/") ? "" : "/")gateway", .text, limit: 10_000)
        else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
}
