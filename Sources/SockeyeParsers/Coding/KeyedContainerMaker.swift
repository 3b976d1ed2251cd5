/// Makes keyed containers for one type of keys.
///
/// A decoder would otherwise look up the metadata of `ArenaKeyedDecoding<Key>` and how it conforms for every object (5 %
/// of decoding): an object of the subclass has them at hand.
class KeyedContainerMaker<Key: CodingKey> {
    func container(_ context: DecodingContext, _ index: UInt32) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ArenaKeyedDecoding<Key>(context: context, index: index))
    }
}

/// What a maker must know of the containers that it makes.
protocol KeyedArenaContainer: KeyedDecodingContainerProtocol {
    init(context: DecodingContext, index: UInt32)
}

final class KnownContainerMaker<Key: CodingKey, Container: KeyedArenaContainer>: KeyedContainerMaker<Key>
where Container.Key == Key {
    override func container(_ context: DecodingContext, _ index: UInt32) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(context: context, index: index))
    }
}

/// The makers for the types of keys that were met lately.
struct KeyedContainerMakers {
    private var makers: [(key: ObjectIdentifier, maker: AnyObject)] = []
    /// The place of the one that the next new type replaces.
    private var oldest = 0

    private static let size = 8

    @inline(__always)
    mutating func maker<Key: CodingKey>(for type: Key.Type) -> KeyedContainerMaker<Key> {
        let identity = ObjectIdentifier(type)
        for index in makers.indices where makers[index].key == identity {
            // SAFETY: the identity of the type of keys says which maker was put there.
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
