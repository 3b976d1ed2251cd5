internal import Sockeye

// Options about the TLS handshake.
extension OptionTable {
    static let trustRows: [Option] = [
        .onByDefault(
            "alpn", nil, [.tls, .http], "Disable the ALPN TLS extension",
            "Offer no application protocol in the handshake."
        ) { $0.transfer.trust.offersProtocols = $1 },
        .value(
            "cert", "E", "certificate[:password]", [.tls], "Client certificate file and password",
            """
            Present this certificate to servers that ask for one. Its key is in the same file unless --key is given. \
            Write a colon in the file name as \\:. The password is wiped from the process list.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.trust.setCertificate(try value.text()) },
        .flag(
            "cert-status", nil, [.tls], "Verify the status of the server cert via OCSP-staple",
            "Require the server to send an OCSP response that proves its certificate good. Exit with code 91 otherwise."
        ) { $0.transfer.trust.requiresStapledStatus = $1 },
        .value(
            "cert-type", nil, "type", [.tls], "Certificate type (DER/PEM/P12)",
            "Set the format of the -E file: PEM, the default, DER or P12."
        ) { settings, value throws(OptionFault) in
            switch try value.text().uppercased() {
            case "PEM": settings.transfer.trust.certificateFormat = .pem
            case "DER": settings.transfer.trust.certificateFormat = .der
            case "P12": settings.transfer.trust.certificateFormat = .pkcs12
            default: throw .invalid("expected PEM, DER or P12")
            }
        },
        .value(
            "ciphers", nil, "list of ciphers", [.tls], "SSL ciphers to use",
            """
            Offer these cipher suites up to TLS 1.2, in OpenSSL's syntax. Exit with code 59 if OpenSSL knows none of \
            them.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.trust.ciphers.upTo12 = try value.text() },
        .value(
            "crlfile", nil, "file", [.tls], "Certificate Revocation list",
            """
            Check revocation lists in this PEM file, one for every issuer in the chain. Exit with code 82 if it is \
            unusable.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.trust.revocationListFile = try value.text()
        },
        .value(
            "curves", nil, "algorithm list", [.tls], "(EC) TLS key exchange algorithm(s) to request",
            "Offer these key exchange groups, such as X25519:P-256."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.ciphers.curves = try value.text() },
        .value(
            "key", nil, "key", [.tls], "Private key file name",
            "Use this private key for the certificate of -E. Its format, PEM or DER, is recognised."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.keyFile = try value.text() },
        .value(
            "key-type", nil, "type", [.tls], "Private key file type (DER/PEM/ENG)",
            "Accepted for curl's sake: PEM and DER are told apart. ENG, an engine of OpenSSL, is refused."
        ) { _, value throws(OptionFault) in
            guard ["PEM", "DER"].contains(try value.text().uppercased()) else { throw .invalid("expected PEM or DER") }
        },
        .value(
            "pass", nil, "phrase", [.tls, .auth], "Pass phrase for the private key",
            "Use this passphrase for an encrypted key or a P12 file. It is wiped from the process list."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.password = try value.text() },
        .value(
            "pinnedpubkey", nil, "hashes", [.tls], "FILE/HASHES Public key to verify peer against",
            """
            Require this public key of the server, or exit with code 90: "sha256//BASE64" of its digest, several \
            separated by ";", or a file with the key in PEM or DER. The certificate is still verified.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.trust.publicKeyPins = try TrustSettings.pins(value)
        },
        .value(
            "tls-max", nil, "VERSION", [.tls], "Set maximum allowed TLS version",
            "Use at most this version of TLS: 1.2, or 1.3, which is also what \"default\" means."
        ) { settings, value throws(OptionFault) in
            switch try value.text() {
            case "1.2": settings.transfer.trust.highestVersion = .tls12
            case "1.3", "default": settings.transfer.trust.highestVersion = .tls13
            default: throw .invalid("expected 1.2, 1.3 or default; older versions are not supported")
            }
        },
        .value(
            "tls13-ciphers", nil, "ciphersuite list", [.tls], "TLS 1.3 cipher suites to use",
            "Offer these TLS 1.3 cipher suites, in OpenSSL's syntax."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.ciphers.of13 = try value.text() },
        .choice(
            "tlsv1.2", nil, [.tls], "Use TLSv1.2 or greater",
            "Use TLS 1.2 or newer. This is the default."
        ) { $0.transfer.trust.lowestVersion = .tls12 },
        .choice(
            "tlsv1.3", nil, [.tls], "Use TLSv1.3 or greater",
            "Use TLS 1.3 or newer."
        ) { $0.transfer.trust.lowestVersion = .tls13 },
    ]
}
