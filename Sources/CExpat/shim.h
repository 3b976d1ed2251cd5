#ifndef SOCKEYE_CEXPAT_H
#define SOCKEYE_CEXPAT_H

/* The system's expat, as installed by libexpat1-dev. */
#include <expat.h>

#endif
