/// RFC 9110 section 8.6: digits only, no sign, no space.
func decimal(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
}
