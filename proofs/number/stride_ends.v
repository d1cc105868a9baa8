(* KEY c151f7bf8dcf *)
intros w t s e n lane j A N T B S. apply (total_tight_math.stride_ends w t n lane j s e); [exact N|lia|exact T|exact S].
