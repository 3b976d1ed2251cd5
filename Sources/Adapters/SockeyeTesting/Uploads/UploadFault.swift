/// Something that goes wrong once with an upload at a loopback server. Faults wait in a list; each occurs at the first
/// opportunity.
package enum UploadFault: Sendable, Hashable {
    /// The connection ends after the head of a creation; nothing is created.
    case cutBeforeCreation
    /// The upload is created, but the connection ends before the client learns its location.
    case cutAfterCreation
    /// The connection ends after this many bytes of a body, which are kept.
    case cutInBody(after: Int)
    /// From this many bytes on, nothing more of a body is taken until another request for the upload ends this one.
    case stallInBody(after: Int)
    /// The whole body is kept, and the connection ends before the response.
    case cutAfterBody
    /// The connection ends when the offset is requested.
    case cutAtOffset
    /// A request with this method gets this status and these fields, and has no effect.
    case answer(String, status: Int, fields: [String: String] = [:])
    /// The next response or interim response with an offset has this one.
    case claimOffset(Int)
    /// The next offset retrieval returns this length for the whole.
    case claimLength(Int)
    /// The upload is gone when it is next requested (404, 410).
    case forget(status: Int)
    /// The creation returns this location instead of the right one; `PORT` stands for the server's port.
    case place(String)
    /// The server loses this many bytes of the upload before it is next requested.
    case lose(Int)
}
