(* KEY aaab47814e7f *)
intros w t n lane A B. apply total_tight_math.stride_begins. lia.
