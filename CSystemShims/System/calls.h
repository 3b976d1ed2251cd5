/*
 * Includes nothing, except in the build that tests faults: there each system call below goes through the fault plan of
 * Tests/CFaults. Include it last: it replaces functions that system headers declare.
 */
#ifndef SOCKEYE_CALLS_H
#define SOCKEYE_CALLS_H

#ifdef SOCKEYE_FAULTS
#include "fault_points.h"
#endif

#endif
