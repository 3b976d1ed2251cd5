/// Decodes from one node of an arena. It fits inside an existential without allocation; the coding path is not carried
/// along but reconstructed from the nodes' parents on demand.
struct ArenaDecoder: Decoder {
    let context: DecodingContext
    let index: UInt32
    /// Whether the names in this object are exempt from the key strategy.
    var keepsKeys = false

    var codingPath: [any CodingKey] { context.codingPath(of: index) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard context.arena[index].kind == .object else { throw context.mismatch([String: Any].self, at: index) }
        return context.maker(for: type).container(
            context, index, keepsKeys: keepsKeys || !context.hasKeyStrategy)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard context.arena[index].kind == .array else { throw context.mismatch([Any].self, at: index) }
        return ArenaUnkeyedDecoding(context: context, index: index)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ArenaSingleValueDecoding(context: context, index: index)
    }
}
