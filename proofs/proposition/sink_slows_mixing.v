(* KEY af23e657428a *)
From Plumbline.proposition Require Import mixing_math printed_math.
intros g x y layers t delta e D T L S (Z & B). as_written. unfold real_of_int.
rewrite growth_written, (Rmult_comm e) by assumption.
assert (C : forall j, (0 <= j)%Z -> (Rabs (x j - y j) <= e)%R).
{ intros j J. specialize (B j J). rewrite difference_written in B. exact B. }
apply (sink_slows_mixing g x y layers delta e t); try assumption.
- eapply Rle_trans; [apply Rabs_pos|exact (C 0%Z (Z.le_refl 0))].
- exact (proj1 (sinks_written g layers delta) S).
- symmetry. exact Z.
