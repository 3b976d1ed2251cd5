internal import HTTPTypes

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .accept  // only ever asked for tokens, so the other is never taken
    }

    // Of both protocols.
    static let uploadOffset = named("Upload-Offset")
    static let uploadLength = named("Upload-Length")

    // Of tus 1.0.
    static let tusResumable = named("Tus-Resumable")
    static let tusVersion = named("Tus-Version")
    static let tusExtension = named("Tus-Extension")
    static let tusMaxSize = named("Tus-Max-Size")
    static let tusChecksumAlgorithm = named("Tus-Checksum-Algorithm")
    static let uploadMetadata = named("Upload-Metadata")
    static let uploadChecksum = named("Upload-Checksum")
    static let uploadExpires = named("Upload-Expires")

    // Of draft-ietf-httpbis-resumable-upload.
    static let uploadComplete = named("Upload-Complete")
    static let uploadLimit = named("Upload-Limit")
    static let uploadDraftInteropVersion = named("Upload-Draft-Interop-Version")
    static let acceptPatch = named("Accept-Patch")
    static let contentDigest = named("Content-Digest")
}
