import SockeyeFields
import Testing

@Suite("Media types, entity tags and links")
struct MediaTypeTests {
    @Test(
        "A media type is read and written back",
        arguments: [
            ("text/html", "text/html", nil, "text/html"),
            ("Text/HTML;Charset=\"UTF-8\"", "text/html", "utf-8", "text/html; charset=UTF-8"),
            ("text/html; charset=utf-8", "text/html", "utf-8", "text/html; charset=utf-8"),
            ("text/plain \t; ;; format=flowed;charset=a", "text/plain", "a", "text/plain; format=flowed; charset=a"),
            ("application/vnd.api+json;", "application/vnd.api+json", nil, "application/vnd.api+json"),
            ("a/b; c=\"d; e=\\\"f\\\"\"", "a/b", nil, "a/b; c=\"d; e=\\\"f\\\"\""),
            ("a/b; charset=x; charset=y", "a/b", "x", "a/b; charset=x; charset=y"),
            ("a/b; c=\"\"", "a/b", nil, "a/b; c=\"\""),
            (
                "multipart/form-data; boundary=\"a b\"", "multipart/form-data", nil,
                "multipart/form-data; boundary=\"a b\""
            ),
        ] as [(String, String, String?, String)]
    )
    func mediaType(text: String, essence: String, charset: String?, serialized: String) throws {
        let type = try #require(MediaType(parsing: text))
        #expect(type.essence == essence)
        #expect(type.charset == charset)
        #expect(type.description == serialized)
        #expect(MediaType(parsing: serialized) == type)
    }

    @Test(
        "A malformed media type is refused",
        arguments: [
            "", "text", "text/", "/html", "text /html", "text/ html", " text/html", "text/html,text/plain",
            "text/html; c",
            "text/html; c=", "text/html; c =d", "text/html; c= d", "text/html; =d", "text/html; c=\"d",
            "text/html; c=\"\\",
            "text/html; c=\"a\u{0}b\"", "text/html; c=\"a\\\nb\"", "text/html; c=\"d\"e", "text/html c=d", "*", "é/b",
        ]
    )
    func malformed(text: String) {
        #expect(MediaType(parsing: text) == nil)
    }

    @Test(
        "The charset of a body is found whatever else is odd",
        arguments: [
            ("text/html; x=\"a;charset=utf-16\"", nil), ("a/b; x=\"\\\";charset=c\"; charset=d", "d"),
            ("a/b; charset=\"u\\tf-8\"", "utf-8"), ("a/b;;CHARSET=a;charset=b", "a"), ("a/b; charset", nil),
            ("a/b; charset=", nil), ("a/b; charset=\"\"", nil), ("a/b; charset=\"c", "c"),
            ("a/b; charset = c ; d", "c"),
            ("charset=c", nil), ("", nil), ("a/b; x=\"y\" ; charset=c", "c"), ("a/b; x=\"", nil), ("a/b; x=\"\\", nil),
            ("a/b; xcharset=c", nil),
        ] as [(String, String?)])
    func charsetsOfContentTypes(contentType: String, charset: String?) {
        #expect(MediaType.charset(ofContentType: contentType) == charset)
    }

    @Test(
        "The type is found whatever follows it",
        arguments: [
            ("text/XML; charset=a", "text/xml"), ("text/xml;", "text/xml"), ("text/xml ; foo; =\"", "text/xml"),
            ("text/xml foo", nil), ("; charset=a", nil), ("", nil),
        ] as [(String, String?)])
    func essences(contentType: String, essence: String?) {
        #expect(MediaType(essenceOf: contentType)?.essence == essence)
    }

    @Test("A media type can't contain anything that breaks out of its field")
    func injection() throws {
        #expect(MediaType(type: "a\r\n", subtype: "b") == nil)
        #expect(MediaType(type: "a", subtype: "") == nil)
        let type = try #require(
            MediaType(
                type: "A", subtype: "B", parameters: [.init(name: "C", value: "x\r\ny"), .init(name: "D", value: "é")]))
        #expect(type.description == "a/b; d=\"é\"")
        #expect(type["D"] == "é")
        #expect(FieldParameter(name: "a b", value: "c").serialized == nil)
    }

    @Test(
        "An entity tag is read and written back",
        arguments: [
            ("\"abc\"", "abc", false), ("W/\"abc\"", "abc", true), ("\"\"", "", false), ("W/\"\"", "", true),
            ("\"a\\b\"", "a\\b", false), ("\"é!#~\"", "é!#~", false),
        ]
    )
    func entityTag(text: String, opaque: String, isWeak: Bool) throws {
        let tag = try #require(EntityTag(parsing: text))
        #expect(tag.opaque == opaque && tag.isWeak == isWeak)
        #expect(tag.description == text)
        #expect(EntityTag(opaque: opaque, isWeak: isWeak) == tag)
    }

    @Test(
        "A malformed entity tag is refused",
        arguments: [
            "", "abc", "\"", "\"abc", "abc\"", "w/\"abc\"", "W/", "W/\"", "W/abc", "W /\"abc\"", "\"a b\"", "\"a\"b\"",
            "\"abc\" ", " \"abc\"", "\"a\u{7F}\"", "\"a\nb\"", "\"a\", \"b\"", "W/W/\"a\"", "*",
        ]
    )
    func malformedTag(text: String) {
        #expect(EntityTag(parsing: text) == nil)
    }

    /// Octets outside UTF-8 are part of a tag, and different octets make different tags.
    @Test func tagsAreOctets() throws {
        let latin: [UInt8] = [0x22, 0xE9, 0x22]
        let tag = try #require(EntityTag(parsing: latin))
        #expect(tag.octets == [0xE9])
        #expect(tag.fieldOctets == latin)
        let other = try #require(EntityTag(parsing: [0x22, 0xE8, 0x22] as [UInt8]))
        #expect(tag != other && !tag.stronglyMatches(other) && !tag.weaklyMatches(other))
        #expect(tag.opaque == other.opaque, "as text they cannot be told apart")
    }

    /// The table of RFC 9110 section 8.8.3.2, and a pair that is equal in Unicode but not in HTTP.
    @Test(
        "Strong and weak comparison",
        arguments: [
            ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
            ("W/\"1\"", "\"1\"", false, true),
            ("\"1\"", "\"1\"", true, true), ("\"e\u{301}\"", "\"\u{E9}\"", false, false),
        ]
    )
    func comparison(left: String, right: String, strong: Bool, weak: Bool) throws {
        let left = try #require(EntityTag(parsing: left))
        let right = try #require(EntityTag(parsing: right))
        #expect(left.stronglyMatches(right) == strong && right.stronglyMatches(left) == strong)
        #expect(left.weaklyMatches(right) == weak && right.weaklyMatches(left) == weak)
        #expect((left == right) == (weak && left.isWeak == right.isWeak))
    }

    @Test("Links with their relations and titles")
    func links() throws {
        let field = try #require(
            LinkField(
                parsing: ", <https://h/?a,b;c>; rel=\"next Last\"; rel=prev ,, </x> ; title=\"a, b\";crossorigin;"
                    + " title*=UTF-8'de'n%c3%a4chstes , <>"))
        #expect(field.links.map(\.target) == ["https://h/?a,b;c", "/x", ""])
        #expect(field.links[0].relations == ["next", "last"])
        #expect(field.first(relation: "LAST")?.target == "https://h/?a,b;c")
        #expect(field.first(relation: "prev") == nil)
        #expect(field.links[1].title == "nächstes")
        #expect(field.links[1].parameters.map(\.name) == ["title", "crossorigin", "title*"])
        #expect(field.links[2].relations.isEmpty && field.links[2].title == nil)
    }

    @Test(
        "Malformed links are refused",
        arguments: [
            "", ",", "x", "<x", "<x>; rel=\"next", "<x> y", "<x> <y>", "<x>; rel=", "<x\u{0}>", "<x>; rel=a b",
            "<x>;=a",
            "<x>; \"a\"",
        ]
    )
    func malformedLinks(text: String) {
        #expect(LinkField(parsing: text) == nil)
    }
}
