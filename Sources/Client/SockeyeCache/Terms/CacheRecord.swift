/// A stored response, with its place in the store.
///
/// One reference, since records are copied on their way from the store to the answer: as a plain struct of all this, it
/// would be expensive to copy.
package struct CacheRecord: Sendable {
    private final class Contents: Sendable {
        let id: Int64
        let response: StoredResponse
        let bodyLength: Int64
        let terms: StoredTerms

        init(id: Int64, response: StoredResponse, bodyLength: Int64) {
            self.id = id
            self.response = response
            self.bodyLength = bodyLength
            terms = StoredTerms(response)
        }
    }

    private var contents: Contents

    /// A record.
    package init(id: Int64, response: StoredResponse, bodyLength: Int64) {
        contents = Contents(id: id, response: response, bodyLength: bodyLength)
    }

    /// Its number in the store, never used again.
    package var id: Int64 { contents.id }
    /// The response.
    package var response: StoredResponse {
        get { contents.response }
        set { contents = Contents(id: id, response: newValue, bodyLength: bodyLength) }
    }
    /// The bytes of body that are stored.
    package var bodyLength: Int64 { contents.bodyLength }
    /// The bytes of the whole body, of which a part may be stored.
    var completeLength: Int64 { response.part?.completeLength ?? bodyLength }
    /// What the response's fields say about its age and its use.
    var terms: StoredTerms { contents.terms }
}

extension CacheRecord: Hashable {
    /// Whether they are the same response in the same place.
    package static func == (left: CacheRecord, right: CacheRecord) -> Bool {
        left.id == right.id && left.bodyLength == right.bodyLength && left.response == right.response
    }

    /// Hashes the number.
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
