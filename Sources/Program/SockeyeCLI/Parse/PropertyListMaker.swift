internal import SockeyeParsers

/// `--to plist` and `--to bplist`: a body of JSON, or a property list of the other format, as a property list. It is kept until
/// it is whole.
struct PropertyListMaker: BodyPrinter {
    private let format: PropertyList.Format
    private let nulls: NullRule
    private let path: JSONPath?
    private let isJSON: Bool
    private var kept: [UInt8] = []
    private var printed: [UInt8] = []
    private(set) var selectedCount = 0
    private let limits = PropertyListLimits()

    init(_ conversion: ParseSettings.Conversion, path: String?, isJSON: Bool) throws(PathError) {
        format = conversion.format == .plist ? .xml : .binary
        nulls = conversion.nulls
        self.path = try path.map { path throws(PathError) in try JSONPath(path) }
        self.isJSON = isJSON
    }

    mutating func feed(_ bytes: RawSpan) throws {
        if kept.count + bytes.byteCount > limits.sizeLimit { throw PropertyListError.tooLarge(limit: limits.sizeLimit) }
        // SAFETY: the bytes are copied before the span can end.
        bytes.withUnsafeBytes { kept += $0 }
    }

    mutating func finish() throws {
        if !isJSON, path == nil {
            printed = try write(try PropertyList(parsing: kept, limits: limits))
            return
        }
        guard isJSON else {
            throw TransferFailure(.failedInitialization, "--to with --select needs a body of JSON, not a property list")
        }
        var value = try JSONValue(parsing: kept)
        if let path {
            let selected = path.select(from: value)
            selectedCount = selected.count
            guard let first = selected.first else { return }
            value = selected.count == 1 ? first : .array(selected)
        }
        do {
            printed = try write(try PropertyList(value, nulls: nulls))
        } catch let error as PropertyListConversionError {
            var failure = TransferFailure(refused: error)
            if case .null = error { failure.message += " (--nulls omit or --nulls text)" }
            throw failure
        }
    }

    private func write(_ list: PropertyList) throws(TransferFailure) -> [UInt8] {
        if format == .xml, let place = Self.unwritable(list) {
            throw TransferFailure(
                .bodyRefused,
                "\(place.isEmpty ? "the text" : place) has a character that XML cannot contain; --to bplist keeps it")
        }
        return list.bytes(format)
    }

    /// The path of a text or a name with a character that no XML document can contain (XML 1.0 section 2.2), if any: two names
    /// could become one.
    private static func unwritable(_ list: PropertyList, at path: String = "") -> String? {
        switch list {
        case .string(let text): return isWritable(text) ? nil : path
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let place = unwritable(element, at: "\(path)[\(index)]") { return place }
            }
            return nil
        case .dictionary(let members):
            for (name, value) in members {
                let place = path.isEmpty ? name : "\(path).\(name)"
                if !isWritable(name) { return place }
                if let place = unwritable(value, at: place) { return place }
            }
            return nil
        default: return nil
        }
    }

    private static func isWritable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: true
            case 0..<0x20, 0xFFFE, 0xFFFF: false
            default: true
            }
        }
    }

    mutating func takeBytes() -> [UInt8] {
        defer { printed = [] }
        return printed
    }
}
