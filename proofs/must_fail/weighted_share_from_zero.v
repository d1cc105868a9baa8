(* KEY c7852f219392 *)
From Plumbline Require Import must_fail.number_witness.
(* Nine weights, of which eight are 0: the last one would find a share of 0, where at least 2^-1000 must be. *)
intro H. assert (P : P_pending 9 7 0 0 0 0 least 0).
{ split; [lia|]. exists 0%R, 0%R, 0%R. split; [lra|]. split; [lra|]. split.
  - exists 0%Z, 7%Z, 0%R, 0%R, 0%R, 0%R. do 5 (split; [first [lia|lra]|]).
    split; apply nothing_yet; vm_compute; discriminate.
  - split; [apply roundings_nonnegative; discriminate|]. split; [lra|].
    split; [apply nothing_yet; vm_compute; discriminate|].
    rewrite Rminus_eq_0, Rabs_R0, !Rmult_0_r, Rplus_0_r, Rmult_0_l. lra. }
assert (B : P_blended 9 8 0 0 0 0 0 0).
{ apply (H 9%Z 7%Z 0 0 0 0 least 0)%R.
  - split; intro E; [split; reflexivity|]. destruct E as [E|E]; discriminate E.
  - exact P.
  - split; intro E; [contradiction E; right; reflexivity|]. repeat split. unfold L_rounded_fused.
    rewrite Rmult_0_r, Rplus_0_r. exact rnd_zero. }
destruct B as (_ & m & a & w & [(_ & S & _)|(N & _)]); [|discriminate N]. assert (L := least_tiny). lra.
