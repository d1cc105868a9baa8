/* version.h - the version that `plumb --version` prints, and the packages bear; plumbline.h has its numbers. */
#ifndef PLUMB_LIBRARY_VERSION_H
#define PLUMB_LIBRARY_VERSION_H

#define PLUMB_VERSION "0.2.0"
#endif
