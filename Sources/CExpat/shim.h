#ifndef SOCKEYE_CEXPAT_H
#define SOCKEYE_CEXPAT_H

/* The system's expat, as installed by libexpat1-dev. Its header shows the functions that bound entities only to those
   who know that the library was built with DTD support, as distributions do. */
#ifndef XML_DTD
#define XML_DTD 1
#endif
#include <expat.h>
#include <string.h>

/* How many bytes a name or value has that expat lends, the NUL at its end not counted. */
static inline size_t sockeye_xml_length(const XML_Char *text) { return strlen(text); }

/* XML_GetUserData is a macro, which Swift does not see. */
static inline void *sockeye_xml_user_data(XML_Parser parser) { return XML_GetUserData(parser); }

#endif
