internal import Sockeye

// Options about TLS.
extension OptionTable {
    static let tlsRows: [Option] = [
        Option(
            "cacert", nil, [.tls], "CA certificate to verify peer against",
            """
            Trust the certificates in this PEM file instead of the system's: roots, other CAs, or the server's own \
            certificate. Without it and --capath, $CURL_CA_BUNDLE names the file, or $SSL_CERT_FILE and $SSL_CERT_DIR file \
            and folder.
            """, .text("file") { $0.transfer.trust.certificateAuthorityFile = $1 }),
        Option(
            "capath", nil, [.tls], "CA directory to verify peer against",
            "Trust the certificates in this folder, named by their hash (openssl rehash), instead of the system's.",
            .text("dir") { $0.transfer.trust.certificateAuthorityFolder = $1 }),
        Option(
            "insecure", "k", [.tls], "Allow insecure server connections",
            """
            Do not verify the server's certificate. Anyone on the way can then read and change everything; prefer \
            --cacert with the server's own CA.
            """, .flag { $0.transfer.trust.tls.verifiesPeer = !$1 }),
        Option(
            "accept-cert", nil, [.sockeye, .tls], "Trust just this certificate, by its SHA-256",
            """
            Trust the server's certificate if its SHA-256 fingerprint is this, in hexadecimal digits with or without colons, \
            although nobody vouches for it: unlike -k, no other certificate is. Its name and dates are checked as always. \
            openssl x509 -fingerprint -sha256 shows it; so does the message that refuses the certificate.
            """, .parsed("fingerprint", TrustSettings.fingerprint) { $0.transfer.trust.tls.acceptedCertificate = $1 }),
        Option(
            "alpn", nil, [.tls, .http], isOnByDefault: true, "Disable the ALPN TLS extension",
            "Offer no application protocol in the handshake.",
            .flag { $0.transfer.trust.tls.applicationProtocols = $1 ? TLSConfiguration().applicationProtocols : [] }),
        Option(
            "cert", "E", [.tls], "Client certificate file and password",
            """
            Present this certificate to servers that ask for one. Its key is in the same file unless --key is given. \
            Write a colon in the file name as \\:. The password is wiped from the process list.
            """, .text("certificate[:password]") { $0.transfer.trust.setCertificate($1) }),
        Option(
            "cert-status", nil, [.tls], "Verify the status of the server cert via OCSP-staple",
            "Require the server to send an OCSP response that proves its certificate good. Exit with code 91 otherwise.",
            .flag { $0.transfer.trust.tls.requiresStapledStatus = $1 }),
        Option(
            "cert-type", nil, [.tls], "Certificate type (DER/PEM/P12)",
            "Set the format of the -E file: PEM, the default, DER or P12.",
            .parsed("type", TrustSettings.format) { $0.transfer.trust.certificateFormat = $1 }),
        Option(
            "ciphers", nil, [.tls], "SSL ciphers to use",
            """
            Offer these cipher suites up to TLS 1.2, in OpenSSL's syntax. Exit with code 59 if OpenSSL knows none of \
            them.
            """, .text("list of ciphers") { $0.transfer.trust.tls.ciphers = $1 }),
        Option(
            "crlfile", nil, [.tls], "Certificate Revocation list",
            """
            Check revocation lists in this PEM file, one for every issuer in the chain. Exit with code 82 if it is \
            unusable.
            """, .text("file") { $0.transfer.trust.tls.revocationListFile = $1 }),
        Option(
            "curves", nil, [.tls], "(EC) TLS key exchange algorithm(s) to request",
            "Offer these key exchange groups, such as X25519:P-256.",
            .text("algorithm list") { $0.transfer.trust.tls.groups = $1 }),
        Option(
            "key", nil, [.tls], "Private key file name",
            "Use this private key for the certificate of -E. Its format, PEM or DER, is recognised.",
            .text("key") { $0.transfer.trust.keyFile = $1 }),
        Option(
            "key-type", nil, [.tls], "Private key file type (DER/PEM/ENG)",
            "Accepted for curl's sake: PEM and DER are told apart. ENG, an engine of OpenSSL, is refused.",
            .value("type") { _, value throws(OptionFault) in try TrustSettings.checkKeyFormat(value) }),
        Option(
            "pass", nil, [.tls, .auth], "Pass phrase for the private key",
            "Use this passphrase for an encrypted key or a P12 file. It is wiped from the process list.",
            .text("phrase") { $0.transfer.trust.password = $1 }),
        Option(
            "pinnedpubkey", nil, [.tls], "FILE/HASHES Public key to verify peer against",
            """
            Require this public key of the server, or exit with code 90: "sha256//BASE64" of its digest, several \
            separated by ";", or a file with the key in PEM or DER. The certificate is still verified.
            """, .parsed("hashes", TrustSettings.pins) { $0.transfer.trust.tls.pinning.publicKeys = $1 }),
        Option(
            "sigalgs", nil, [.tls], "TLS signature algorithms to use",
            """
            Offer these signature algorithms, in OpenSSL's syntax, such as ECDSA+SHA256:RSA-PSS+SHA256. Exit with code 59 if \
            OpenSSL doesn't know one.
            """, .text("list") { $0.transfer.trust.tls.signatureAlgorithms = $1 }),
        Option(
            "tls-max", nil, [.tls], "Set maximum allowed TLS version",
            "Use at most this version of TLS: 1.2, or 1.3, which is also what \"default\" means.",
            .value("VERSION") { settings, value throws(OptionFault) in
                switch try value.text() {
                case "1.2": settings.transfer.trust.tls.highestVersion = .tls12
                case "1.3", "default": settings.transfer.trust.tls.highestVersion = .tls13
                default: throw .invalid("expected 1.2, 1.3 or default; older versions are not supported")
                }
            }),
        Option(
            "tls13-ciphers", nil, [.tls], "TLS 1.3 cipher suites to use",
            "Offer these TLS 1.3 cipher suites, in OpenSSL's syntax.",
            .text("ciphersuite list") { $0.transfer.trust.tls.ciphersOfTLS13 = $1 }),
        Option(
            "tlsv1.2", nil, [.tls], "Use TLSv1.2 or greater",
            "Use TLS 1.2 or newer. This is the default.", .choice { $0.transfer.trust.tls.lowestVersion = .tls12 }),
        Option(
            "tlsv1.3", nil, [.tls], "Use TLSv1.3 or greater",
            "Use TLS 1.3 or newer.", .choice { $0.transfer.trust.tls.lowestVersion = .tls13 }),
    ]
}
