/*
 * expat's functions, as a table.
 *
 * Linked, as embedders get it, the table holds their addresses. In the program (SOCKEYE_LAZY_LIBRARIES) the first call fills it: the
 * library is loaded (dlopen(3)) when a document is first parsed.
 */
#ifndef SOCKEYE_EXPAT_CALLS_H
#define SOCKEYE_EXPAT_CALLS_H

/* The header shows the functions that bound entities only to those who know that the library was built with DTD support, as
   distributions do. */
#ifndef XML_DTD
#define XML_DTD 1
#endif
#include <expat.h>
#include <string.h>

#define SOCKEYE_EXPAT(use) \
    use(XML_ErrorString) use(XML_GetBuffer) use(XML_GetCurrentByteIndex) use(XML_GetCurrentColumnNumber) \
    use(XML_GetCurrentLineNumber) use(XML_GetErrorCode) use(XML_GetSpecifiedAttributeCount) use(XML_Parse) \
    use(XML_ParseBuffer) use(XML_ParserCreateNS) use(XML_ParserFree) \
    use(XML_SetBillionLaughsAttackProtectionActivationThreshold) \
    use(XML_SetBillionLaughsAttackProtectionMaximumAmplification) use(XML_SetCdataSectionHandler) \
    use(XML_SetCharacterDataHandler) use(XML_SetCommentHandler) use(XML_SetElementHandler) \
    use(XML_SetExternalEntityRefHandler) use(XML_SetNamespaceDeclHandler) use(XML_SetProcessingInstructionHandler) \
    use(XML_SetReturnNSTriplet) use(XML_SetSkippedEntityHandler) use(XML_SetUnknownEncodingHandler) \
    use(XML_SetUserData) use(XML_StopParser)

/* Declared with the header's types, so that a changed header fails to compile. */
typedef struct {
#define SOCKEYE_EXPAT_MEMBER(name) __typeof__(&name) _Nonnull name;
    SOCKEYE_EXPAT(SOCKEYE_EXPAT_MEMBER)
#undef SOCKEYE_EXPAT_MEMBER
} sockeye_expat_functions;

/* The functions; any thread may ask. Ends the process if it lacks the library. */
const sockeye_expat_functions *_Nonnull sockeye_expat(void);

/* How many bytes a name or value has that expat lends, the NUL at its end not counted. */
static inline size_t sockeye_xml_length(const XML_Char *_Nonnull text) { return strlen(text); }

/* XML_GetUserData is a macro, which Swift does not see. */
static inline void *_Nullable sockeye_xml_user_data(XML_Parser _Nullable parser) { return parser ? XML_GetUserData(parser) : NULL; }

#endif
