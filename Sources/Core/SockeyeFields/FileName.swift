/// File names from servers.
package enum FileName {
    /// The longest name that most Linux file systems accept, in bytes.
    package static let byteLimit = 255

    /// The longest extension kept when a name must be cut, in bytes; a longer one isn't taken for an extension.
    private static let longestExtension = 32

    /// `name` made safe to create in a folder; `nil` if nothing of it is left.
    ///
    /// 1. Everything up to the last `/` or `\` is removed, so that no other folder is named (RFC 6266 section 4.3).
    /// 2. Controls, line separators and directional controls are removed: they mislead terminals and readers.
    /// 3. Leading dots, dashes and white space are removed: no hidden file, no `..`, nothing that looks like an option.
    ///    So is trailing white space.
    /// 4. A name longer than `byteLimit` loses the end of its stem and keeps its extension.
    ///
    /// - Parameters:
    ///   - name: any text.
    ///   - byteLimit: how many bytes of UTF-8 to keep; less than 255 if a suffix such as `.part` will follow.
    package static func sanitized(_ name: String, byteLimit: Int = FileName.byteLimit) -> String? {
        var kept = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar == "/" || scalar == "\\" {
                kept.removeAll()
            } else if isAllowed(scalar), !kept.isEmpty || !isForbiddenAtStart(scalar) {
                kept.append(scalar)
            }
        }
        return shortened(String(trimmed(kept)), to: byteLimit)
    }

    private static func trimmed(_ name: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var name = name
        while let last = name.last, last.properties.isWhitespace { name.removeLast() }
        return name
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
        // By scalars, because a single character can have any length.
        var kept = String.UnicodeScalarView()
        var count = ending.utf8.count
        for scalar in stem.unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit { break }
            kept.append(scalar)
        }
        // The cut may have been made after a space.
        if ending.isEmpty { kept = trimmed(kept) }
        return kept.isEmpty ? nil : String(kept) + ending
    }
}
