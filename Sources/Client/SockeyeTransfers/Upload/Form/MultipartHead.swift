internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields

/// The header lines of a part, each with its CRLF, in curl's order: disposition, type, encoding, then the caller's
/// fields.
struct MultipartHead {
    private(set) var bytes: [UInt8] = []

    /// - Parameter contentType: the type of a nested multipart, with its boundary.
    init(_ part: MultipartPart, in form: MultipartForm, contentType: String?) throws(RequestBodyError) {
        let isForm = form.subtype == .formData
        var disposition = isForm ? "form-data" : "attachment"
        if !part.name.isEmpty {
            disposition += "; name=\"\(try Self.quoted(part.name, form.nameStyle))\""
        }
        if let fileName = part.fileName {
            disposition += "; filename=\"\(try Self.quoted(fileName, form.nameStyle))\""
        }
        let saysNothing = !isForm && part.name.isEmpty && part.fileName == nil
        if !saysNothing, !part.fields.contains(.contentDisposition) {
            try append("Content-Disposition", disposition)
        }
        if let type = contentType ?? part.contentType ?? part.typeByName, !type.isEmpty,
            !part.fields.contains(.contentType)
        {
            try append("Content-Type", type)
        }
        if let encoding = part.encoding, contentType == nil {
            try append("Content-Transfer-Encoding", encoding.rawValue)
        }
        for field in part.fields { try append(field.name.rawName, octets: field.octets) }
    }

    private mutating func append(_ name: String, _ value: String) throws(RequestBodyError) {
        try append(name, octets: Array(value.utf8))
    }

    private mutating func append(_ name: String, octets value: [UInt8]) throws(RequestBodyError) {
        // A line end in a value would begin another field, or the content.
        if value.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
            throw .illegalPart("the part's \(name) contains a line end or NUL")
        }
        bytes += Array("\(name): ".utf8) + value + [0x0D, 0x0A]
    }

    /// A name as sent between quotes. Non-ASCII characters are sent in UTF-8 (RFC 7578 section 5.1).
    static func quoted(_ name: String, _ style: MultipartForm.NameStyle) throws(RequestBodyError) -> String {
        var result: [UInt8] = []
        for byte in name.utf8 {
            switch (byte, style) {
            case (0, _): throw .illegalPart("the part name \"\(name)\" contains NUL")
            case (UInt8(ascii: "\""), .percent): result += "%22".utf8
            case (0x0D, .percent): result += "%0D".utf8
            case (0x0A, .percent): result += "%0A".utf8
            case (0x0D, .backslash), (0x0A, .backslash):
                throw .illegalPart("the part name \"\(name)\" contains a line end, which can't be escaped here")
            case (UInt8(ascii: "\""), .backslash), (UInt8(ascii: "\\"), .backslash):
                result += [UInt8(ascii: "\\"), byte]
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension MultipartPart {
    /// Files always have a type; fields need not.
    fileprivate var typeByName: String? {
        guard let fileName else { return nil }
        if case .file(let path) = content {
            return MediaTypeTable.type(forName: fileName) ?? MediaTypeTable.type(forName: path)
                ?? MediaTypeTable.unknown
        }
        return MediaTypeTable.type(forName: fileName) ?? MediaTypeTable.unknown
    }
}
