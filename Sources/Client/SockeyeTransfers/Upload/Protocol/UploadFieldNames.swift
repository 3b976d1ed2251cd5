internal import HTTPTypes

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .accept  // called with tokens only, so the fallback is never used
    }

    // Both protocols.
    static let uploadOffset = named("Upload-Offset")
    static let uploadLength = named("Upload-Length")

    // tus 1.0.
    static let tusResumable = named("Tus-Resumable")
    static let tusVersion = named("Tus-Version")
    static let tusExtension = named("Tus-Extension")
    static let tusMaxSize = named("Tus-Max-Size")
    static let tusChecksumAlgorithm = named("Tus-Checksum-Algorithm")
    static let uploadMetadata = named("Upload-Metadata")
    static let uploadChecksum = named("Upload-Checksum")
    static let uploadExpires = named("Upload-Expires")

    // draft-ietf-httpbis-resumable-upload.
    static let uploadComplete = named("Upload-Complete")
    static let uploadLimit = named("Upload-Limit")
    static let uploadDraftInteropVersion = named("Upload-Draft-Interop-Version")
    static let acceptPatch = named("Accept-Patch")
    static let contentDigest = named("Content-Digest")
}
