internal import SockeyeURL

/// The members of a form or of a query, nested as deep as you like, in the order given; names may repeat.
///
/// ```swift
/// let form: Form = ["user": ["name": "张三", "tags": ["a", "b"]], "age": 7, "isAdmin": false]
/// form.encoded()      // user[name]=…&user[tags][]=a&user[tags][]=b&age=7&isAdmin=0, percent-encoded
/// ```
///
/// PHP and Rails read the names back as the same nest: `a[b]` is the member `b` of `a`, `a[]` one more element of `a`.
public struct Form: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The name, of any characters; it is percent-encoded, its brackets too.
        public var name: String
        /// The value.
        public var value: FormValue

        /// A member.
        public init(_ name: String, _ value: FormValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members in their order.
    public var members: [Member]

    /// These members.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// As in `["a": 1, "b": [true, false]]`.
    public init(dictionaryLiteral elements: (String, FormValue)...) {
        members = elements.map { Member($0, $1) }
    }

    /// Adds a member at the end.
    public mutating func append(_ name: String, _ value: FormValue) {
        members.append(Member(name, value))
    }
}

/// A value in a ``Form``: a text, a number, a truth, nothing, a list or members of its own.
public indirect enum FormValue: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case null
    case array([FormValue])
    case members(Form)
}

extension FormValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// A number.
    public init(integerLiteral number: Int) { self = .integer(number) }
    /// A number with a fraction.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// A truth.
    public init(booleanLiteral isTrue: Bool) { self = .boolean(isTrue) }
    /// Nothing.
    public init(nilLiteral: ()) { self = .null }
    /// A list.
    public init(arrayLiteral elements: FormValue...) { self = .array(elements) }
    /// Members.
    public init(dictionaryLiteral elements: (String, FormValue)...) {
        self = .members(Form(elements.map { Form.Member($0, $1) }))
    }
}

/// How a ``Form`` becomes text where servers differ.
public struct FormOptions: Sendable, Hashable {
    /// How the elements of a list are named.
    public enum Arrays: Sendable, Hashable {
        /// `a[]=1&a[]=2`: PHP and Rails. Lists of members want `indexed` with PHP, which begins a new element at every
        /// `a[][x]`.
        case brackets
        /// `a[0]=1&a[1]=2`: PHP; Rails makes members of it.
        case indexed
        /// `a=1&a=2`: servers that collect repeated names, as Java's, Go's and Python's do.
        case repeated
    }

    /// How truths are written.
    public enum Booleans: Sendable, Hashable {
        /// `1` and `0`.
        case numbers
        /// `true` and `false`.
        case words
    }

    /// How nothing is written.
    public enum Nulls: Sendable, Hashable {
        /// `a=`
        case empty
        /// The member is left out.
        case omitted
    }

    /// How the elements of a list are named.
    public var arrays: Arrays
    /// How truths are written.
    public var booleans: Booleans
    /// How nothing is written.
    public var nulls: Nulls

    /// Options; the defaults are those of PHP and Rails.
    public init(arrays: Arrays = .brackets, booleans: Booleans = .numbers, nulls: Nulls = .empty) {
        self.arrays = arrays
        self.booleans = booleans
        self.nulls = nulls
    }
}

extension Form {
    /// The names in full and the values, one after another, not yet percent-encoded.
    ///
    /// An empty list or an empty nest says nothing, since no server could tell which it was.
    public func pairs(_ options: FormOptions = FormOptions()) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for member in members { Self.add(member.value, as: member.name, to: &pairs, options) }
        return pairs
    }

    /// The form as `application/x-www-form-urlencoded` text (URL Standard section 5), for a body or a query.
    public func encoded(_ options: FormOptions = FormOptions()) -> String {
        FormEncoding.serialize(pairs(options).map { ($0.name, $0.value) })
    }

    private static func add(
        _ value: FormValue, as name: String, to pairs: inout [(name: String, value: String)], _ options: FormOptions
    ) {
        switch value {
        case .text(let text): pairs.append((name, text))
        case .integer(let number): pairs.append((name, "\(number)"))
        case .number(let number): pairs.append((name, "\(number)"))
        case .boolean(let isTrue):
            let words = options.booleans == .words
            pairs.append((name, isTrue ? (words ? "true" : "1") : (words ? "false" : "0")))
        case .null:
            if options.nulls == .empty { pairs.append((name, "")) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                let suffix =
                    switch options.arrays {
                    case .brackets: "[]"
                    case .indexed: "[\(index)]"
                    case .repeated: ""
                    }
                add(element, as: name + suffix, to: &pairs, options)
            }
        case .members(let form):
            for member in form.members { add(member.value, as: "\(name)[\(member.name)]", to: &pairs, options) }
        }
    }
}
