// Options about TLS.
extension OptionTable {
    static let tlsRows: [Option] = [
        .value(
            "cacert", nil, "file", [.tls], "CA certificate to verify peer against",
            """
            Trusts the certificates in this PEM file instead of the system's: roots, other authorities, or the server's own.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.certificateAuthorityFile = try value.text() },
        .value(
            "capath", nil, "dir", [.tls], "CA directory to verify peer against",
            "Trusts the certificates in this folder, named by their hash (openssl rehash), instead of the system's."
        ) { settings, value throws(OptionFault) in settings.transfer.certificateAuthorityFolder = try value.text() },
        .flag(
            "insecure", "k", [.tls], "Allow insecure server connections",
            """
            Does not verify the server's certificate. Whoever sits between can then read and change everything; \
            prefer --cacert with the server's own CA.
            """
        ) { $0.transfer.verifiesPeer = !$1 },
    ]
}
