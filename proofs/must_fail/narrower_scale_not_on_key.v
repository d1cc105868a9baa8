(* KEY 5786f8af8cba *)
From Plumbline Require Import must_fail.engine_witness.
(* a key of 0 stored as 1/10, of which the scale, 1/10, leaves a tenth where it multiplies anything else *)
intro H. assert (W : P_score_computed none (only 0 (/ 10)) (/ 10) (each 1) (each 0) 1 (11 / 100)).
{ set (p := (11 / 10) * (/ 10)). replace (11 / 100) with (1 * p) by (unfold p; lra).
  apply (H _ _ _ _ (each (11 / 10)) (each (/ 10)) (each (11 / 10)) (each (/ 10)) (each p) (fun i => IZR i * p)
      1%Z (/ 10) 1 (/ 10) 1);
    [lia|apply only_are_roundings; lra| | | | |].
  - left. left. right. repeat split; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - split; [unfold L_el; lra|]. intros i r I0 I1. assert (i = 0%Z) by lia. subst i.
    change (1 + 0)%Z with 1%Z. split; unfold r, p; rounds.
  - exists p, (1 * p). unfold p. repeat split; rounds. }
destruct W as (a & b & c & x & z & depth & all & product & stored & PARTS & XZ & SUM & D & A & SP & Y).
unfold scale_parts in PARTS. destruct (XZ 0%Z ltac:(lia)) as ((xs & XS & X) & (zs & ZS & Z)).
apply sum_off in SUM; [|values; lra]. unfold sum_below in SUM. simpl in SUM.
set (x0 := x 0%Z) in *. set (z0 := z 0%Z) in *.
off. assert (S1 : stored = x0 * z0) by lra. rewrite S1 in Y. assert (E : (11 / 100) = c * (x0 * z0)) by lra.
destruct PARTS as [(A1 & B1 & C1)|[(A1 & B1 & C1)|(root & R & A1 & B1 & C1)]]; bounds.
- subst b c. sizes 1 x0 z0 1 (3 / 10) (/ 10).
- subst a b. sizes c x0 z0 (2 / 10) (11 / 10) (/ 10).
- subst c. assert (L : - / 3 <= root <= / 3) by (split; nra). sizes 1 x0 z0 1 (6 / 10) (/ 10).
