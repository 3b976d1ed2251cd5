/// Makes cookies whose values say where they belong, and reads them again.
final class Cookies {
    private var count = 0
    /// How many seconds a cookie lives, by its number; none for one that stays.
    private var lives: [Int: Int] = [:]
    /// The second after which it is no longer sent.
    private var ends: [Int: UInt64] = [:]

    /// A Set-Cookie field of `place`.
    func make(at place: Place, _ choices: Choices) -> (name: String, value: String) {
        count += 1
        let isSecure = place.isSecure && choices.rarely(2)
        var value = "c\(count % 5)=\(place.host)_\(isSecure ? 1 : 0)_\(count); Path=/"
        if isSecure { value += "; Secure" }
        let life = choices.one(of: [0, 1, 60])
        if life > 0 {
            lives[count] = life
            value += "; Max-Age=\(life)"
        }
        return ("Set-Cookie", value)
    }

    /// The client got a Set-Cookie field at this second.
    func received(_ field: String, second: UInt64) {
        guard let number = Self.parts(of: field.split(separator: ";").first).flatMap({ Int($0[2]) }),
            let life = lives[number]
        else { return }
        // Cookies count in whole seconds.
        ends[number] = second + UInt64(life) + 1
    }

    /// What is wrong with a Cookie field that came to `place`; `nil` if nothing is.
    func fault(in field: String, at place: Place, second: UInt64) -> String? {
        for pair in field.split(separator: ";") {
            guard let parts = Self.parts(of: pair), let number = Int(parts[2]) else { return "a cookie is \(pair)" }
            if parts[0] != place.host { return "a cookie of \(parts[0])" }
            if parts[1] == "1", !place.isSecure { return "a secure cookie" }
            if let end = ends[number], second > end { return "a cookie that has expired" }
        }
        return nil
    }

    private static func parts(of pair: Substring?) -> [String]? {
        let parts = pair?.split(separator: "=").last?.split(separator: "_").map(String.init) ?? []
        return parts.count == 3 ? parts : nil
    }
}
