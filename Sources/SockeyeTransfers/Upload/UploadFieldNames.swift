package import HTTPTypes

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .accept  // only ever asked for tokens, so the other is never taken
    }

    // Of both protocols.
    package static let uploadOffset = named("Upload-Offset")
    package static let uploadLength = named("Upload-Length")

    // Of tus 1.0.
    package static let tusResumable = named("Tus-Resumable")
    package static let tusVersion = named("Tus-Version")
    package static let tusExtension = named("Tus-Extension")
    package static let tusMaxSize = named("Tus-Max-Size")
    package static let tusChecksumAlgorithm = named("Tus-Checksum-Algorithm")
    package static let uploadMetadata = named("Upload-Metadata")
    package static let uploadChecksum = named("Upload-Checksum")
    package static let uploadExpires = named("Upload-Expires")

    // Of draft-ietf-httpbis-resumable-upload.
    package static let uploadComplete = named("Upload-Complete")
    package static let uploadLimit = named("Upload-Limit")
    package static let uploadDraftInteropVersion = named("Upload-Draft-Interop-Version")
    package static let acceptPatch = named("Accept-Patch")
    package static let contentDigest = named("Content-Digest")
}
