/* temporary.h - files that must not outlive the program, whatever ends it but SIGKILL.

   Made, renamed and removed by one thread at a time. */
#ifndef PLUMB_BASE_TEMPORARY_H
#define PLUMB_BASE_TEMPORARY_H

/* From now on a signal that ends the program removes its temporary files first.  For a program, not for a
   library: signals are the host's. */
void plumb_temporary_watch(void);

/* mkstemp, and the file is temporary.  -1 with errno set. */
int plumb_temporary_make(char *path);

/* The file gets its name, and stays; temporary is the pointer that was given to make.  -1 with errno set if
   it cannot, and is temporary still. */
int plumb_temporary_rename(char *temporary, const char *path);

void plumb_temporary_remove(char *temporary);
#endif
