(* KEY d7dc1fa1a8e2 *)
(* one key, to which an attention gives the weight 2 *)
From Plumbline Require Import must_fail.row_witness.
intro H.
specialize (H (fun _ _ _ _ => 2) (constant 0) every_key 1%Z 1%Z 0%Z 1%Z ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).
assert (K : 2 <= 1 / 1); [|lra]. apply H.
- intros x m n i j a _ _. apply Rle_refl.
- exact (every_key_first 1 eq_refl).
- intros j J L. apply Rle_refl.
