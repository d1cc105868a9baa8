(* KEY f0db54524684 *)
From Plumbline.weight Require Import softpick_math.
intros x m n i L G M. apply largest_is_bound; [split; assumption|exact M].
