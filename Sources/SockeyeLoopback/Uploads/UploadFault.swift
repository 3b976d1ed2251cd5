/// Something that goes wrong once with an upload at a loopback server. Faults wait in a list; each happens at the first
/// occasion of its kind.
public enum UploadFault: Sendable, Hashable {
    /// The connection ends when a creation's head has come; nothing is made.
    case cutBeforeCreation
    /// The upload is made, but the connection ends before the client can hear of its place.
    case cutAfterCreation
    /// The connection ends when so many bytes of a body have come; they are kept.
    case cutInBody(after: Int)
    /// Everything of a body is kept, and the connection ends before the answer.
    case cutAfterBody
    /// The connection ends when the offset is asked for.
    case cutAtOffset
    /// A request of this method is answered with this status and these fields, and nothing is done.
    case answer(String, status: Int, fields: [String: String] = [:])
    /// The next answer or interim answer that tells an offset tells this one.
    case claimOffset(Int)
    /// The next offset retrieval tells this length of the whole.
    case claimLength(Int)
    /// The upload is gone when it is next asked for (404, 410).
    case forget(status: Int)
    /// The creation names this place instead of the right one; `PORT` stands for the server's port.
    case place(String)
    /// The server loses this many bytes of the upload before it is next asked for.
    case lose(Int)
}
