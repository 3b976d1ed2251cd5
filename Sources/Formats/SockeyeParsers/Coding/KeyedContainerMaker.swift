/// Makes keyed containers for one key type.
///
/// Otherwise a decoder would look up the metadata and conformance of `ArenaKeyedDecoding<Key>` for every object (5 % of
/// decoding); an instance of the subclass carries them.
class KeyedContainerMaker<Key: CodingKey> {
    func container(_ context: DecodingContext, _ index: UInt32, keepsKeys: Bool) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ArenaKeyedDecoding<Key>(context: context, index: index, keepsKeys: keepsKeys))
    }
}

/// The part of a container that its maker uses.
protocol KeyedArenaContainer: KeyedDecodingContainerProtocol {
    init(context: DecodingContext, index: UInt32, keepsKeys: Bool)
}

final class KnownContainerMaker<Key: CodingKey, Container: KeyedArenaContainer>: KeyedContainerMaker<Key>
where Container.Key == Key {
    override func container(
        _ context: DecodingContext, _ index: UInt32, keepsKeys: Bool
    ) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(context: context, index: index, keepsKeys: keepsKeys))
    }
}

/// The makers for recently used key types.
struct KeyedContainerMakers {
    private var makers: [(key: ObjectIdentifier, maker: AnyObject)] = []
    /// The index of the maker that the next new type replaces.
    private var oldest = 0

    private static let size = 8

    @inline(__always)
    mutating func maker<Key: CodingKey>(for type: Key.Type) -> KeyedContainerMaker<Key> {
        let identity = ObjectIdentifier(type)
        for index in makers.indices where makers[index].key == identity {
            // SAFETY: a maker is stored under the identity of its own key type, so equal identities mean this type.
            return unsafeDowncast(makers[index].maker, to: KeyedContainerMaker<Key>.self)
        }
        let maker = KnownContainerMaker<Key, ArenaKeyedDecoding<Key>>()
        if makers.count < Self.size {
            makers.append((identity, maker))
        } else {
            makers[oldest] = (identity, maker)
            oldest = (oldest + 1) % Self.size
        }
        return maker
    }
}
