(* KEY 9c6c4070fc7c *)
From Plumbline.weight Require Import softpick_math.
intros x m n N V. destruct (largest_is_reached x m n N V) as (i & (L & G) & M & E).
exists i. split; [split; [split; [exact E|exact L]|exact G]|exact M].
