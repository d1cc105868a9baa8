/* version.h - the version that `plumb --version` prints. */
#ifndef PLUMB_CLI_VERSION_H
#define PLUMB_CLI_VERSION_H

#define PLUMB_VERSION "0.1.0"
#endif
