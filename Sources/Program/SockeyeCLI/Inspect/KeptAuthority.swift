internal import SockeyeBytes
internal import SockeyeIO
internal import SockeyeInspect
internal import SockeyeTLS

/// The authority of `--inspect-tls`: made once, and kept for this user alone.
struct KeptAuthority {
    let signer: InspectAuthority
    private let certificateFile: String
    private let keyFile: String

    private static let byteLimit = 64 << 10

    /// Reads it, or makes it.
    init(_ run: Run) throws(TransferFailure) {
        let machine = run.machine
        guard let folder = machine.ownFolder(in: "XDG_STATE_HOME", orHomes: ".local/state") else {
            throw TransferFailure(.failedInitialization, "no folder for the authority: set XDG_STATE_HOME or HOME")
        }
        certificateFile = folder + "/inspect-ca.pem"
        keyFile = folder + "/inspect-ca.key"
        let facts: FileFacts?
        do throws(FileError) {
            facts = try machine.facts(of: keyFile, followingLinks: false)
        } catch {
            throw TransferFailure(.readError, "\(keyFile): \(error.reason)")
        }
        if let facts {
            signer = try Self.kept(keyFile, facts, machine)
        } else {
            signer = try Self.made(keyFile, in: folder, machine)
        }
        // Without the key, so that it can be handed to any program.
        try Self.write(signer.certificate, to: certificateFile, machine)
    }

    /// The file has the key and the certificate, so that they can't be of two authorities.
    private static func kept(
        _ path: String, _ facts: FileFacts, _ machine: any Machine
    ) throws(TransferFailure) -> InspectAuthority {
        guard facts.kind == .regular, facts.owner == machine.user, facts.mode & 0o077 == 0 else {
            throw TransferFailure(
                .readError, "\(path) could be another user's: remove it, and trust the old authority no more")
        }
        do {
            let bytes = try machine.open(path, .reading).read(byteLimit, at: 0)
            let text = String(decoding: bytes, as: UTF8.self)
            guard let start = text.firstRange(of: "-----BEGIN CERTIFICATE-----")?.lowerBound else {
                throw TLSError.unusableCertificate("no certificate")
            }
            return try InspectAuthority(certificate: String(text[start...]), key: String(text[..<start]))
        } catch {
            throw TransferFailure(.readError, "\(path): \(error); remove it, and another is made")
        }
    }

    private static func made(
        _ path: String, in folder: String, _ machine: any Machine
    ) throws(TransferFailure) -> InspectAuthority {
        let signer: InspectAuthority
        do {
            try machine.makeParents(of: folder)
            if !machine.isTaken(folder) { try machine.makeFolder(folder, permissions: 0o700) }
            signer = try InspectAuthority()
        } catch {
            throw TransferFailure(.writeError, "\(folder): \(error)")
        }
        try write(signer.key + signer.certificate, to: path, machine)
        return signer
    }

    private static func write(_ text: String, to path: String, _ machine: any Machine) throws(TransferFailure) {
        do throws(IOError) {
            try machine.replace(path, with: Array(text.utf8), mode: 0o600, until: .never)
        } catch {
            throw TransferFailure(.writeError, "\(path): \(error)")
        }
    }

    /// How one program comes to trust it, and how to delete it.
    func advice(proxy: Substring) -> String {
        """
        https is read by certificates of an authority of your own. To let one program trust it:
          curl --cacert \(certificateFile) -x \(proxy) …
          REQUESTS_CA_BUNDLE=\(certificateFile) SSL_CERT_FILE=\(certificateFile) https_proxy=\(proxy) program …
          chromium --user-data-dir=/tmp/inspected --proxy-server=\(proxy.dropFirst(7)) --ignore-certificate-errors-spki-list=\(Base64.encode(signer.keyDigest))
        Install it nowhere: who has its key can read what trusts it. To delete it: rm \(certificateFile) \(keyFile)

        """
    }
}
