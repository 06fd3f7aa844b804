#ifndef EIDOLON_CLINUX_SHIM_H
#define EIDOLON_CLINUX_SHIM_H

// Linux calls that the Glibc module hides behind feature macros.

#endif
