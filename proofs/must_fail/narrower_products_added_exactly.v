(* KEY 5786f8af8cba *)
From Plumbline Require Import must_fail.engine_witness compare.rounded_sum_math.
(* a product of 1, rounded to 2, and its sum with 0 to 4 *)
intro H. assert (W : P_score_computed (only 2 1) none 1 (each 1) (each 1) 1 4).
{ apply (H _ _ _ _ (each 1) (each 1) (each 1) (each 1) (each 2) (fun i => 4 * IZR i) 1%Z 1 1 1 1);
    [lia|apply only_are_roundings; lra| | | | |].
  - left. left. left. repeat split; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - split; [unfold L_el; lra|]. intros i r I0 I1. assert (i = 0%Z) by lia. subst i.
    change (1 + 0)%Z with 1%Z. split; unfold r; rounds.
  - exists 4, 4. repeat split; rounds. }
destruct W as (a & b & c & x & z & depth & all & product & stored & PARTS & XZ & SUM & D & A & SP & Y).
assert (C : c = 1) by (destruct PARTS as [(_ & _ & C)|[(_ & _ & C)|[(_ & _ & C)|(root & _ & _ & _ & C)]]]; off; lra).
destruct (XZ 0%Z ltac:(lia)) as ((xs & XS & X) & (zs & ZS & Z)).
apply rescaled_sum_within in SUM; [destruct SUM as (W & D0 & _)|values; lra|values; lra|lra].
assert (G := growth_monotone 1 depth 1 ltac:(lra) D). unfold sum_below in W. simpl in W.
unfold L_growth at 2 in G. simpl in G. unfold scale_parts in PARTS. subst c. off.
set (x0 := x 0%Z) in *. set (z0 := z 0%Z) in *.
assert (AB : a * b = 1) by (destruct PARTS as [(P & Q & _)|[(P & Q & _)|[(P & Q & _)|(root & R & P & Q & _)]]];
  bounds; [| | |replace a with root by lra; replace b with root by lra; exact R];
  replace a with 1 by lra; replace b with 1 by lra; ring).
assert (P : x0 * z0 = 1) by (replace x0 with a by lra; replace z0 with b by lra; exact AB).
rewrite P, Rabs_R1 in W. lra.
