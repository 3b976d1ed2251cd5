internal import Sockeye

// Options about the TLS handshake.
extension OptionTable {
    static let trustRows: [Option] = [
        .onByDefault(
            "alpn", nil, [.tls, .http], "Disable the ALPN TLS extension",
            "Offers no application protocol in the handshake."
        ) { $0.transfer.trust.offersProtocols = $1 },
        .value(
            "cert", "E", "certificate[:password]", [.tls], "Client certificate file and password",
            """
            Shows this certificate to servers that ask for one. Its key is in the same file unless --key names another. A \
            colon in the name is written \\:. The password is wiped from the process list.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.trust.setCertificate(try value.text()) },
        .flag(
            "cert-status", nil, [.tls], "Verify the status of the server cert via OCSP-staple",
            "The server must send an OCSP response that proves its certificate good. Exit code 91 when it does not."
        ) { $0.transfer.trust.requiresStapledStatus = $1 },
        .value(
            "cert-type", nil, "type", [.tls], "Certificate type (DER/PEM/P12)",
            "How the file of -E is written: PEM, the default, DER or P12."
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
            "The cipher suites to offer up to TLS 1.2, in OpenSSL's notation. Exit code 59 when it knows none of them."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.ciphers.upTo12 = try value.text() },
        .value(
            "crlfile", nil, "file", [.tls], "Certificate Revocation list",
            "A PEM file of revocation lists, one for every issuer in the chain. Exit code 82 when it cannot be used."
        ) { settings, value throws(OptionFault) in
            settings.transfer.trust.revocationListFile = try value.text()
        },
        .value(
            "curves", nil, "algorithm list", [.tls], "(EC) TLS key exchange algorithm(s) to request",
            "The key exchange groups to offer, such as X25519:P-256."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.ciphers.curves = try value.text() },
        .value(
            "key", nil, "key", [.tls], "Private key file name",
            "The key of the certificate that -E names."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.keyFile = try value.text() },
        .value(
            "pass", nil, "phrase", [.tls, .auth], "Pass phrase for the private key",
            "Opens an encrypted key or a P12 file. It is wiped from the process list."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.password = try value.text() },
        .value(
            "pinnedpubkey", nil, "hashes", [.tls], "FILE/HASHES Public key to verify peer against",
            """
            The server's public key must be this one, or transfer ends with exit code 90: "sha256//BASE64" of its digest, \
            several separated by ";", or a file with the key in PEM or DER. The certificate is checked all the same.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.trust.publicKeyPins = try TrustSettings.pins(value)
        },
        .value(
            "tls-max", nil, "VERSION", [.tls], "Set maximum allowed TLS version",
            "The newest version of TLS to speak: 1.2, or 1.3, which \"default\" means too."
        ) { settings, value throws(OptionFault) in
            switch try value.text() {
            case "1.2": settings.transfer.trust.highestVersion = .tls12
            case "1.3", "default": settings.transfer.trust.highestVersion = .tls13
            default: throw .invalid("expected 1.2, 1.3 or default; older versions are not spoken")
            }
        },
        .value(
            "tls13-ciphers", nil, "ciphersuite list", [.tls], "TLS 1.3 cipher suites to use",
            "The cipher suites of TLS 1.3 to offer, in OpenSSL's notation."
        ) { settings, value throws(OptionFault) in settings.transfer.trust.ciphers.of13 = try value.text() },
        .choice(
            "tlsv1.2", nil, [.tls], "Use TLSv1.2 or greater",
            "Speaks TLS 1.2 or newer, as it does anyway."
        ) { $0.transfer.trust.lowestVersion = .tls12 },
        .choice(
            "tlsv1.3", nil, [.tls], "Use TLSv1.3 or greater",
            "Speaks TLS 1.3 or newer."
        ) { $0.transfer.trust.lowestVersion = .tls13 },
    ]
}
