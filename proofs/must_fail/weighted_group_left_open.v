(* KEY 8c537acddf31 *)
From Plumbline Require Import must_fail.number_witness.
(* A weight of 1 that is only known to be within 1 of 0, and a value of 1: the sum has no radius for it. *)
intro H. set (g := roundings (depth 64 1)). assert (G : (0 <= g)%R) by (apply roundings_nonnegative; discriminate).
assert (W := blended_takes 1 0 g 0 0 1 1 1 _ _ _ _ _ ltac:(lia) (blended_none 1 g ltac:(lia) G)).
specialize (W ltac:(rewrite Rminus_0_r, Rabs_R1; lra)). replace (0 + 1 * 1)%R with 1%R in W by ring.
replace (0 * 1 + 0)%R with 0%R in W by ring. rewrite rnd_zero in W.
set (share := rnd _) in W. set (largest := Rmax _ _) in W.
assert (B : P_blended 1 1 1 0 0 0 share largest).
{ apply (H 1%Z 0%Z 1 0 0 0 share largest)%R.
  - split; intro E; [contradiction E; left; reflexivity|]. unfold L_rounded_sum. rewrite Rplus_0_l, rnd_zero.
    split; reflexivity.
  - split; [repeat split|discriminate].
  - exact W. }
assert (N := blended_near 1 _ _ _ _ _ _ ltac:(lia) B). rewrite Rmult_0_l, rnd_zero, upward_zero in N.
assert (L := least_tiny). apply Rabs_le_inv in N. lra.
