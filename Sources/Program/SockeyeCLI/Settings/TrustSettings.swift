internal import Sockeye
internal import SockeyeDigest
internal import SockeyeTLS

/// The TLS handshake options, those for servers or those for HTTPS proxies (`--proxy-cert` and so on).
struct TrustSettings: Sendable {
    /// `--cacert`.
    var certificateAuthorityFile: String?
    /// `--capath`.
    var certificateAuthorityFolder: String?
    /// `-E`: the certificate's file.
    var certificateFile: String?
    /// `--key`.
    var keyFile: String?
    /// `--pass`, or the part of `-E` after the colon.
    var password: String?
    /// `--cert-type`.
    var certificateFormat = ClientIdentity.Format.pem
    /// What the other options say, in the library's words.
    var tls = TLSConfiguration()

    /// The roots that the options name.
    var roots: [TLSConfiguration.Roots] {
        [certificateAuthorityFile.map { .file($0) }, certificateAuthorityFolder.map { .folder($0) }].compactMap { $0 }
    }

    /// The library's configuration, with these roots if the options name none.
    func configuration(defaultRoots: [TLSConfiguration.Roots]) -> TLSConfiguration {
        var tls = tls
        let roots = roots.isEmpty ? defaultRoots : roots
        if !roots.isEmpty { tls.roots = roots }
        tls.identity = certificateFile.map {
            ClientIdentity(certificateFile: $0, keyFile: keyFile, password: password, format: certificateFormat)
        }
        return tls
    }

    /// Reads `FILE[:PASSWORD]`; a backslash before a colon makes it part of the name. As in curl, an empty text is for no
    /// certificate: scripts write `-E "$CERT"`.
    mutating func setCertificate(_ text: String) {
        var file = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "\\", rest.first == ":" || rest.first == "\\" {
                file.append(rest.removeFirst())
            } else if character == ":" {
                password = String(rest)
                break
            } else {
                file.append(character)
            }
        }
        certificateFile = text.isEmpty ? nil : file
    }

    /// Reads the format of a certificate's file.
    static func format(_ value: OptionValue) throws(OptionFault) -> ClientIdentity.Format {
        switch try value.text().uppercased() {
        case "PEM": .pem
        case "DER": .der
        case "P12": .pkcs12
        default: throw .invalid("expected PEM, DER or P12")
        }
    }

    /// Checks the format of a key's file, which is recognized.
    static func checkKeyFormat(_ value: OptionValue) throws(OptionFault) {
        guard ["PEM", "DER"].contains(try value.text().uppercased()) else { throw .invalid("expected PEM or DER") }
    }

    /// Reads the SHA-256 fingerprint of a certificate: 64 hexadecimal digits, perhaps with colons, as openssl prints them.
    static func fingerprint(_ value: OptionValue) throws(OptionFault) -> AcceptedCertificate {
        let text = try value.text()
        let digits = text[(text.lastIndex(of: "=").map(text.index(after:)) ?? text.startIndex)...].filter { $0 != ":" }
        guard let digest = Digest(.sha256, hex: String(digits)) else {
            throw .invalid("expected the 64 hexadecimal digits of a SHA-256 fingerprint")
        }
        return .sha256(digest.bytes)
    }

    /// Reads `sha256//BASE64[;sha256//BASE64…]`, or the name of a file with a public key in PEM or DER.
    static func pins(_ value: OptionValue) throws(OptionFault) -> Set<[UInt8]> {
        let text = try value.text()
        var pins: Set<[UInt8]> = []
        guard text.hasPrefix("sha256//") else {
            let bytes = try value.contents(of: text)
            guard let key = publicKey(in: bytes), let digest = try? Digest.sha256(of: key) else {
                throw .unusablePin("no public key in \(text)")
            }
            return [digest.bytes]
        }
        for part in text.split(separator: ";") {
            guard part.hasPrefix("sha256//"), let bytes = try? Base64.decode(String(part.dropFirst(8))),
                bytes.count == 32
            else { throw .invalid("'\(part)' is not a pin (write sha256//BASE64 of the key's digest)") }
            pins.insert(bytes)
        }
        return pins
    }

    /// The DER bytes of a public key's file.
    private static func publicKey(in bytes: [UInt8]) -> [UInt8]? {
        guard let text = String(validating: bytes, as: UTF8.self),
            let start = text.firstRange(of: "-----BEGIN PUBLIC KEY-----"),
            let end = text.firstRange(of: "-----END PUBLIC KEY-----"), start.upperBound <= end.lowerBound
        else { return bytes.first == 0x30 ? bytes : nil }
        return try? Base64.decode(text[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
    }
}
