import Testing

@testable import SockeyeEncodings
@testable import SockeyeParsers

/// A body is the same text for those who read it whole and those who read it by a serializer.
@Suite struct BodyLabelTests {
    /// The labels of the Encoding Standard, without those of several bytes a character.
    private static let labels = EncodingLabels.names.keys.map(String.init).sorted().filter { label in
        switch TextEncoding(label: label)?.kind {
        case .utf8, .utf16, .singleByte, .userDefined: true
        default: false
        }
    }

    @Test func everyLabelMeansTheSame() throws {
        #expect(Self.labels.count > 170)
        let bytes = Array(UInt8.min...UInt8.max)
        for label in Self.labels {
            let charset = try #require(Charset(bodyLabel: label), "\(label)")
            #expect(
                try charset.decode(bytes, invalidBytes: .replace) == TextEncoding(label: label)?.decode(bytes),
                "\(label)")
        }
    }
}
