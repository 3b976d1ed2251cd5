// Links: HTTPTypes SockeyeBytes CExpat SockeyeFields SockeyeEncodings CEncodings SockeyeParsers

let targets: [Target] = [
    ("json", Check.json),
    ("xml", Check.xml),
    ("property-lists", Check.propertyLists),
    ("text", Check.text),
]
