(* KEY 72c0ad9aecc3 *)
From Plumbline.proposition Require Import operators_math.
intros w v m d n k a u W V. etransitivity; [|symmetry; exact (weighted_repeats w v m d k n a u (equal_part _ _ _ _ W)
  V)].
unfold real_of_int. ring.
