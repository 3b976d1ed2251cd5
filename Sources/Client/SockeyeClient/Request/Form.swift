internal import SockeyeEncodings
internal import SockeyeURL

/// The members of a form or query, in order, nested to any depth; names may repeat.
///
/// ```swift
/// let form: Form = ["user": ["name": "张三", "tags": ["a", "b"]], "age": 7, "isAdmin": false]
/// form.encoded()      // user[name]=…&user[tags][]=a&user[tags][]=b&age=7&isAdmin=0, percent-encoded
/// ```
///
/// PHP and Rails parse the names back into the same structure: `a[b]` is member `b` of `a`, `a[]` an element of `a`.
public struct Form: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The name, of any characters; it is percent-encoded, including brackets.
        public var name: String
        /// The value.
        public var value: FormValue

        /// Creates a member.
        public init(_ name: String, _ value: FormValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members in order.
    public var members: [Member]

    /// Creates a form from members.
    public init(_ members: [Member] = []) {
        self.members = members
    }

    /// Creates a form from a literal such as `["a": 1, "b": [true, false]]`.
    public init(dictionaryLiteral elements: (String, FormValue)...) {
        members = elements.map { Member($0, $1) }
    }

    /// Adds a member at the end.
    public mutating func append(_ name: String, _ value: FormValue) {
        members.append(Member(name, value))
    }
}

/// A value in a ``Form``: text, a number, a Boolean, null, an array or nested members.
@nonexhaustive
public indirect enum FormValue: Sendable, Hashable {
    /// A text.
    case text(String)
    /// An integer.
    case integer(Int)
    /// A number.
    case number(Double)
    /// True or false; `FormOptions` says how they are written.
    case boolean(Bool)
    /// Nothing; `FormOptions` says how it is written.
    case null
    /// Several values of one name.
    case array([FormValue])
    /// Nested members.
    case members(Form)
}

extension FormValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// Creates an integer.
    public init(integerLiteral number: Int) { self = .integer(number) }
    /// Creates a floating-point number.
    public init(floatLiteral number: Double) { self = .number(number) }
    /// Creates a Boolean.
    public init(booleanLiteral isTrue: Bool) { self = .boolean(isTrue) }
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates an array.
    public init(arrayLiteral elements: FormValue...) { self = .array(elements) }
    /// Creates nested members.
    public init(dictionaryLiteral elements: (String, FormValue)...) {
        self = .members(Form(elements.map { Form.Member($0, $1) }))
    }
}

/// How a ``Form`` is encoded where servers differ.
public struct FormOptions: Sendable, Hashable {
    /// How array elements are named.
    @nonexhaustive
    public enum Arrays: Sendable, Hashable {
        /// `a[]=1&a[]=2`: PHP and Rails. For arrays of members, PHP needs `indexed`, since it begins a new element at
        /// every `a[][x]`.
        case brackets
        /// `a[0]=1&a[1]=2`: PHP; Rails parses it as members.
        case indexed
        /// `a=1&a=2`: servers that collect repeated names, as in Java, Go and Python.
        case repeated
    }

    /// How Booleans are written.
    @nonexhaustive
    public enum Booleans: Sendable, Hashable {
        /// `1` and `0`.
        case numbers
        /// `true` and `false`.
        case words
    }

    /// How null is written.
    @nonexhaustive
    public enum Nulls: Sendable, Hashable {
        /// `a=`
        case empty
        /// The member is left out.
        case omitted
    }

    /// How array elements are named.
    public var arrays: Arrays
    /// How Booleans are written.
    public var booleans: Booleans
    /// How null is written.
    public var nulls: Nulls
    /// The encoding's label in the WHATWG Encoding Standard, such as `gbk`; a character that it lacks is sent as `&#NUMBER;`, as
    /// browsers do. UTF-8 by default and for an unknown label.
    public var encoding = "utf-8"

    /// Creates options; the defaults suit PHP and Rails.
    public init(arrays: Arrays = .brackets, booleans: Booleans = .numbers, nulls: Nulls = .empty) {
        self.arrays = arrays
        self.booleans = booleans
        self.nulls = nulls
    }
}

extension Form {
    /// The full names with their values, in order, not percent-encoded.
    ///
    /// An empty array or form produces no pair, since no server could distinguish them.
    package func pairs(_ options: FormOptions = FormOptions()) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for member in members { Self.add(member.value, as: member.name, to: &pairs, options) }
        return pairs
    }

    /// The form as `application/x-www-form-urlencoded` text (URL Standard section 5), for a body or a query.
    public func encoded(_ options: FormOptions = FormOptions()) -> String {
        let pairs = pairs(options).map { ($0.name, $0.value) }
        guard let encoding = TextEncoding(label: options.encoding), encoding != .utf8 else {
            return FormEncoding.serialize(pairs)
        }
        return FormEncoding.serialize(pairs) { encoding.encode($0, substitute: TextEncoding.formSubstitute) ?? [] }
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
