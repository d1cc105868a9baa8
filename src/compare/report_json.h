/* report_json.h - a report as one JSON object, format "plumbline-diff-1".

   { "format": "plumbline-diff-1",
     "verdict": "PASS" | "SUSPECT" | "FAIL",
     "source": text, "note": text,                          null if not stated
     "engine": {"name": text, "version": text},             null if not stated
     "precision": {"name": text, "stated": bool, "summary": text, "changes": text},
                                                            null unless explicit
     "problem": {"batch", "query_heads", "key_heads", "query_length", "key_length", "head_dim",
                 "value_dim": integers, "gqa", "input_dtype": text, "causal": bool,
                 "offset": integer, "scale": text, null for 1/sqrt(head_dim), "scale_site": text,
                 null if not stated, "empty_row", "empty_lse": text},
     "conventions": {"operator", "normalisation", "sink", "lse_sink", "softcap_order", "gate": text,
                     "alpha", "power", "gamma", "zeta", "epsilon", "softcap": real,
                     "sink_keys": integer, "bias", "value_bias": bool}, null where not in use,
     "masks": {"causal", "segments", "allowed", "streaming_in_cache": bool, "prefix", "chunk": integer,
               "window": {"left", "right"}, "streaming": {"first", "recent"}}, null where not in use,
     "position": {"position": text, and what a case states of it, null where not in force:
                  "query_offset", "position_offset", "buckets", "max_distance",
                  "table_rows": integer, "query_positions", "key_positions", "slopes",
                  "position_values": bool, "sinusoidal_layout", "sinusoidal_denominator",
                  "alibi_form", "direction": text, "sinusoidal_base": real,
                  "rope": {"rope_layout" ... "rope_high_frequency", "rope_cos": bool}},
     "rows": integer, "empty_rows": integer, "seconds": real,
     "tensors": { for each of "output" "weights" "scores" "lse" that the case holds:
       {"dtype": text, "verdict": text,
        "total", "passed", "suspect", "failed", "unjudged", "skipped", "not_a_number",
        "escalated": integers,
        "worst_ulps", "worst_probable_ratio", "largest_radius": number,
        "worst", "first_failed", "first_suspect", "first_unjudged": element or null} } }
   element:
     {"index": [batch, head, query, column], without column for "lse",
      "finding": text,
      "engine", "low", "high", "error_low", "error_high", "ulps", "provable", "probable",
      "ratio": number}
   number: {"decimal": text of 17 significant digits, "hex": text of C's %a}; both read back to
   the same binary64, and NaN and infinities, which JSON has no literal for, need no exception. */
#ifndef PLUMB_COMPARE_REPORT_JSON_H
#define PLUMB_COMPARE_REPORT_JSON_H
#include "compare/compare.h"
#include <stdio.h>

/* Returns 0, or -1 if memory is short or the stream refuses the text, or a name in the case
   is not UTF-8, which JSON cannot hold. */
int plumb_report_json(const plumb_report *report, FILE *stream);
#endif
