/* caches.h - keys and values in pages of a cache: block_table, key_lengths, and k and v, or both in kv_cache. */
#ifndef PLUMB_CASE_CACHES_H
#define PLUMB_CASE_CACHES_H
#include "case/assemble.h"
#include "case/pages.h"

/* Keys and values in the shape of what the pages hold, [B,Hkv,Sk,...], where Sk is the greatest length.  What belongs
   to them is owned by storage. */
int plumb_caches_of(const plumb_case_tensors *tensors, const plumb_description *description, plumb_storage *storage,
                    plumb_tensor cache[2], plumb_error *error);

/* What is kept of k and v, with their pages, to be read otherwise; NULL where they have none. */
int plumb_caches_keep(const plumb_case_tensors *tensors, plumb_storage *storage, const plumb_tensor *kept[2],
                      plumb_error *error);
#endif
