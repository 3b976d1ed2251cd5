internal import SockeyeIO

/// A form in which tools export cookies, and of which no line can be read.
enum CookieFileForm {
    /// Its name; `nil` for a file in the form of Netscape's.
    static func foreign(_ octets: [UInt8]) -> String? {
        if WrittenText.isUTF16(octets) { return "in UTF-16" }
        let text = WrittenText.withoutMark(octets).drop { $0 <= 0x20 }
        // The domain of a cookie may be [::1], with a tab after it.
        let isCookie = text.prefix { $0 != 0x0A }.contains(0x09)
        return !isCookie && (text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")) ? "JSON" : nil
    }
}
