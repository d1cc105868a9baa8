/* sanitized.h - SANITIZED is defined in builds with an address sanitizer, whose malloc is its own. */
#ifndef PLUMB_TESTS_SUPPORT_SANITIZED_H
#define PLUMB_TESTS_SUPPORT_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#endif
