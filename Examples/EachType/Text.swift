// Text and forms.

import SockeyeParsers

func text() throws {
    try decodedText()
    try formFields()
}

/// ``DecodedText``: a body as text, in its charset, with what was wrong in it.
func decodedText() throws {
    let text = try DecodedText([0x63, 0xE9], contentType: "text/plain; charset=latin1")
    try expect(text.text == "cé" && text.charset.name == "windows-1252" && text.firstInvalidByte == nil)
    try expect(DecodedText([0x63, 0xE9]).firstInvalidByte?.offset == 1)
}

/// ``FormFields``, ``FormFields.Field``: a query or a form's body, read and written.
func formFields() throws {
    var query = FormFields(parsing: "tag=a&tag=b&name=%E5%BC%A0+x")
    try expect(query.values(for: "tag") == ["a", "b"] && query["name"] == "张 x")
    query["name"] = nil
    query.fields.append(FormFields.Field(name: "page", value: "2"))
    try expect(query.encoded == "tag=a&tag=b&page=2")
}
