(* KEY 0270dfd556e3 *)
From Plumbline.proposition Require Import operators_math.
intros x m n i c b I L M K E.
assert (F : equal_but_first x m n c b) by (intros j J G A; destruct (E j J G A) as [other first];
  split; [intro Z; rewrite Rplus_comm; symmetry; exact (first Z)|exact other]).
etransitivity; [|symmetry; exact (other_key_weight x m n i c b I L M K F)].
unfold real_of_int. rewrite plus_IZR, opp_IZR. f_equal. ring.
