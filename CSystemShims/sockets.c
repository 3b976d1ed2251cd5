#include "sockets.h"
typedef int sockeye_placeholder;
