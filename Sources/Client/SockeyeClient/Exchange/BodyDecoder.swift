/// Decodes all codings of a body, from the last one applied to the first, within limits.
final class BodyDecoder {
    /// More layers than this only serve to hide a decompression bomb.
    static let layerLimit = 5
    /// The most bytes of coded data that layers decode from each received byte, once they are more than the threshold.
    private static let workRatioLimit = 100
    private static let workThreshold: Int64 = 16 << 20
    /// The codings that are undone, in the order in which they were applied.
    let codings: [String]
    private let layers: [Inflater]
    private let options: CodingOptions
    private var encodedBytes: Int64 = 0
    /// What the layers but the last have decoded, which is coded data for the next one.
    private var codedBytes: Int64 = 0
    /// Bytes decoded so far.
    private(set) var decodedBytes: Int64 = 0
    private var isFinished = false

    /// - Parameter codings: by name, in the order in which they were applied.
    init(undoing codings: [String], _ options: CodingOptions) throws(ContentCodingError) {
        guard codings.count <= Self.layerLimit else { throw .tooManyCodings(limit: Self.layerLimit) }
        var layers: [Inflater] = []
        for name in codings.reversed() {
            guard let coding = ContentCoding(name: name) else { throw .unknownCoding(name) }
            layers.append(Inflater(coding))
        }
        self.layers = layers
        self.codings = codings
        self.options = options
    }

    /// Decodes the next received bytes.
    func decode(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws {
        encodedBytes += Int64(input.byteCount)
        try decode(input, from: 0, consume)
    }

    private func decode(_ input: RawSpan, from layer: Int, _ consume: (RawSpan) throws -> Void) throws {
        guard layer == layers.count else {
            if layer > 0 {
                codedBytes += Int64(input.byteCount)
                try checkWork()
            }
            return try layers[layer].decode(input) { try decode($0, from: layer + 1, consume) }
        }
        decodedBytes += Int64(input.byteCount)
        try checkLimits()
        try consume(input)
    }

    /// Nested codings may decode for minutes without giving a byte: millions of empty members, coded again, take two kilobytes.
    ///
    /// Coded data hardly shrinks when it is coded again, so that much of it from little is a bomb; each member counts as a kilobyte of it,
    /// since beginning one takes as long as decoding that much.
    private func checkWork() throws(ContentCodingError) {
        let members = layers.reduce(0) { $0 + $1.memberCount - 1 }
        let work = codedBytes + Int64(members) * 1024
        // A caller who allows more than usual allows it here too.
        let isRaised = options.ratioLimit > CodingOptions().ratioLimit
        let limit = isRaised ? options.ratioLimit : min(options.ratioLimit, Self.workRatioLimit)
        if work > Self.workThreshold, work / max(1, encodedBytes) > Int64(limit) { throw .ratioExceeded(limit: limit) }
    }

    private func checkLimits() throws(ContentCodingError) {
        if let most = options.decodedLimit, decodedBytes > most { throw .sizeExceeded(limit: most) }
        if decodedBytes > options.ratioThreshold, decodedBytes / max(1, encodedBytes) > Int64(options.ratioLimit) {
            throw .ratioExceeded(limit: options.ratioLimit)
        }
    }

    /// The body has ended: every layer must be at its end too.
    func finish() throws(ContentCodingError) {
        if isFinished { return }
        isFinished = true
        for layer in layers { try layer.finish() }
    }
}
