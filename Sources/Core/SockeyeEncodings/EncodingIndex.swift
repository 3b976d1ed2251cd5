/// The indexes of the Encoding Standard (section 5): the scalar for each pointer, and back. Filled from iconv on first use, which takes
/// some 10 ms for a large one.
struct EncodingIndex: Sendable {
    /// Marks a pointer without a scalar.
    static let undefined: UInt32 = .max

    let scalars: [UInt32]
    /// The pointer to encode a scalar with.
    let pointers: [UInt32: Int]

    /// - Parameters:
    ///   - charset: iconv's name.
    ///   - bytes: the code of a pointer in that charset.
    ///   - corrected: replaces what iconv says; gets it with the pointer.
    ///   - isEncoded: whether the pointer is used for encoding.
    ///   - prefersLast: scalars that the last of several pointers encodes; for all others it is the first.
    private init(
        _ charset: String, count: Int, bytes: (Int) -> [UInt8],
        corrected: (Int, UInt32) -> UInt32 = { $1 }, isEncoded: (Int) -> Bool = { _ in true },
        prefersLast: Set<UInt32> = []
    ) {
        var scalars = [UInt32](repeating: Self.undefined, count: count)
        var pointers: [UInt32: Int] = [:]
        let converter = Converter(from: charset, to: "UTF-32LE")
        for pointer in 0..<count {
            let found = converter?.scalars(bytes(pointer)) ?? []
            let scalar = corrected(pointer, found.count == 1 ? found[0] : Self.undefined)
            scalars[pointer] = scalar
            guard scalar != Self.undefined, isEncoded(pointer) else { continue }
            if pointers[scalar] == nil || prefersLast.contains(scalar) { pointers[scalar] = pointer }
        }
        self.scalars = scalars
        self.pointers = pointers
    }

    /// The scalar of a pointer; `nil` if there is none.
    func scalar(_ pointer: Int) -> UInt32? {
        guard scalars.indices.contains(pointer), scalars[pointer] != Self.undefined else { return nil }
        return scalars[pointer]
    }

    // MARK: The indexes

    static let big5 = EncodingIndex(
        "BIG5-HKSCS", count: 126 * 157, bytes: { big5Code($0) },
        corrected: { pointer, found in
            let code = big5Code(pointer)
            return Big5Additions.scalars[UInt16(code[0]) << 8 | UInt16(code[1])] ?? found
        },
        // Hong Kong's supplement is read, not written.
        isEncoded: { $0 >= (0xA1 - 0x81) * 157 },
        prefersLast: [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345])

    static func big5Code(_ pointer: Int) -> [UInt8] {
        let trail = pointer % 157
        return [
            UInt8(truncatingIfNeeded: pointer / 157 + 0x81),
            UInt8(truncatingIfNeeded: trail + (trail < 0x3F ? 0x40 : 0x62)),
        ]
    }

    static let eucKR = EncodingIndex("UHC", count: 126 * 190, bytes: { code190($0, 0x41, 0x41) })

    /// GBK's part of gb18030. Since the Standard's edition of 2023 it has the vertical forms of GB 18030-2022, as glibc does.
    static let gbk = EncodingIndex(
        "GB18030", count: 126 * 190, bytes: { code190($0, 0x40, 0x41) },
        // A3A0 is a second ideographic space.
        corrected: { pointer, found in pointer == 6555 ? 0x3000 : found }, isEncoded: { $0 != 6555 })

    static func code190(_ pointer: Int, _ lower: Int, _ upper: Int) -> [UInt8] {
        let trail = pointer % 190
        return [
            UInt8(truncatingIfNeeded: pointer / 190 + 0x81),
            UInt8(truncatingIfNeeded: trail + (trail < 0x3F ? lower : upper)),
        ]
    }

    /// JIS X 0208 with the extensions of NEC and IBM, as in Windows.
    static let jis0208 = EncodingIndex(
        "CP932", count: 60 * 188, bytes: { shiftJISCode($0) },
        // There iconv has the characters of the user.
        corrected: { pointer, found in 8836...10715 ~= pointer ? undefined : found })

    /// The same for encoding as Shift_JIS, without the extensions that NEC selected from IBM's.
    static let shiftJISPointers: [UInt32: Int] = {
        var pointers: [UInt32: Int] = [:]
        for (pointer, scalar) in jis0208.scalars.enumerated() where !(8272...8835 ~= pointer) && scalar != undefined {
            if pointers[scalar] == nil { pointers[scalar] = pointer }
        }
        return pointers
    }()

    static func shiftJISCode(_ pointer: Int) -> [UInt8] {
        let (lead, trail) = (pointer / 188, pointer % 188)
        return [
            UInt8(truncatingIfNeeded: lead + (lead < 0x1F ? 0x81 : 0xC1)),
            UInt8(truncatingIfNeeded: trail + (trail < 0x3F ? 0x40 : 0x41)),
        ]
    }

    static let jis0212 = EncodingIndex(
        "EUC-JP", count: 94 * 94,
        bytes: { [0x8F, UInt8(truncatingIfNeeded: $0 / 94 + 0xA1), UInt8(truncatingIfNeeded: $0 % 94 + 0xA1)] })

    /// The full-width katakana that ISO-2022-JP has instead of U+FF61 to U+FF9F.
    static let katakana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜".unicodeScalars)

    // MARK: Single bytes

    /// The scalars of the bytes 0x80 to 0xFF.
    static func singleByte(_ charset: String) -> [UInt32] { SingleByteCache.shared.upper(of: charset) }
}
