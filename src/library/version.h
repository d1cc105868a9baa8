/* version.h - the version that `plumb --version` prints, and the packages bear. */
#ifndef PLUMB_LIBRARY_VERSION_H
#define PLUMB_LIBRARY_VERSION_H

#define PLUMB_VERSION "0.1.0"
#endif
