/// Names of files that come from servers.
public enum FileName {
    /// What most file systems of Linux take for one name, in bytes.
    public static let maximumBytes = 255

    /// How much of a name may count as its extension when it must be cut, in bytes; more is no extension.
    private static let longestExtension = 32

    /// `name` made safe to create in a folder; `nil` when nothing of it is left.
    ///
    /// 1. Only what follows the last `/` or `\` stays, so that no other folder is named (RFC 6266 section 4.3).
    /// 2. Controls, separators of lines and directional controls go: they mislead terminals and readers.
    /// 3. Leading dots, dashes and white space go: no hidden file, no `..`, nothing that a program takes for an
    ///    option. White space at the end goes too.
    /// 4. What is longer than `maximumBytes` loses the end of its stem and keeps its extension.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - maximumBytes: how many bytes of UTF-8 to keep; less than 255 where a suffix such as `.part` will follow.
    public static func sanitized(_ name: String, maximumBytes: Int = FileName.maximumBytes) -> String? {
        var kept = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                kept.removeAll()
            } else if isAllowed(scalar), !kept.isEmpty || !isForbiddenAtStart(scalar) {
                kept.append(scalar)
            }
        }
        while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
        return shortened(String(kept), to: maximumBytes)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !isBidirectionalControl(scalar) && scalar != "\u{FEFF}"
        }
    }

    /// Whether `scalar` is one of Unicode's directional controls (UAX #9 section 2), which make a name display as another.
    private static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isForbiddenAtStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == "-" || scalar.properties.isWhitespace
    }

    private static func shortened(_ name: String, to limit: Int) -> String? {
        guard name.utf8.count > limit else { return name.isEmpty ? nil : name }
        var stem = name[...]
        var ending = Substring()
        if let dot = name.lastIndex(of: "."), dot != name.startIndex, name[dot...].utf8.count <= longestExtension,
            name[dot...].utf8.count < limit
        {
            stem = name[..<dot]
            ending = name[dot...]
        }
        // By scalars, for one character may be of any length.
        var kept = String.UnicodeScalarView()
        var count = ending.utf8.count
        for scalar in stem.unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit { break }
            kept.append(scalar)
        }
        return kept.isEmpty ? nil : String(kept) + ending
    }
}
