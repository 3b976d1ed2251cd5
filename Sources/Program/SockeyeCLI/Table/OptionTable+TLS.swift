// Options about TLS.
extension OptionTable {
    static let tlsRows: [Option] = [
        .value(
            "cacert", nil, "file", [.tls], "CA certificate to verify peer against",
            """
            Trust the certificates in this PEM file instead of the system's: roots, other CAs, or the server's own \
            certificate.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.certificateAuthorityFile = try value.text() },
        .value(
            "capath", nil, "dir", [.tls], "CA directory to verify peer against",
            "Trust the certificates in this folder, named by their hash (openssl rehash), instead of the system's."
        ) { settings, value throws(OptionFault) in settings.transfer.certificateAuthorityFolder = try value.text() },
        .flag(
            "insecure", "k", [.tls], "Allow insecure server connections",
            """
            Do not verify the server's certificate. Anyone on the way can then read and change everything; prefer \
            --cacert with the server's own CA.
            """
        ) { $0.transfer.verifiesPeer = !$1 },
    ]
}
