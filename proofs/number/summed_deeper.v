(* KEY a5275264b2df *)
intros d e m n x a s M D. exact (sum_math.summed_deeper d e m n x a s D M).
