/// A protocol for resumable uploads.
@nonexhaustive
public enum ResumableProtocol: String, Sendable, Hashable, CaseIterable {
    /// tus 1.0 (tus.io/protocols/resumable-upload): the URL is where uploads are created.
    case tus
    /// draft-ietf-httpbis-resumable-upload, interop version 8: the URL is the destination of the file.
    case ietf
}
