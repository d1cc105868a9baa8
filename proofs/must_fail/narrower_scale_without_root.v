(* KEY 5786f8af8cba *)
From Plumbline Require Import must_fail.engine_witness.
(* 1, which a scale of 1 makes 2 and storing makes 4, in query and key *)
intro H. assert (W : P_score_computed (only 0 1) none 1 (each 1) (each 1) 1 16).
{ set (p := 4 * 4). replace 16 with (1 * p) by (unfold p; lra).
  apply (H _ _ _ _ (each 4) (each 4) (each 4) (each 4) (each p) (fun i => IZR i * p)
      1%Z 1 2 2 1);
    [lia|apply only_are_roundings; lra| | | | |].
  - right. exists 1. repeat split; try lra; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - intros i r I0 I1. split; unfold r; rounds.
  - split; [unfold L_el; lra|]. intros i r I0 I1. assert (i = 0%Z) by lia. subst i.
    change (1 + 0)%Z with 1%Z. split; unfold r, p; rounds.
  - exists p, (1 * p). unfold p. repeat split; rounds. }
destruct W as (a & b & c & x & z & depth & all & product & stored & PARTS & XZ & SUM & D & A & SP & Y).
unfold scale_parts in PARTS. destruct (XZ 0%Z ltac:(lia)) as ((xs & XS & X) & (zs & ZS & Z)).
apply sum_off in SUM; [|values; lra]. unfold sum_below in SUM. simpl in SUM.
set (x0 := x 0%Z) in *. set (z0 := z 0%Z) in *.
off. assert (S1 : stored = x0 * z0) by lra. rewrite S1 in Y. assert (E : 16 = c * (x0 * z0)) by lra.
destruct PARTS as [(A1 & B1 & C1)|[(A1 & B1 & C1)|[(A1 & B1 & C1)|[]]]]; rewrite Rabs_R1 in *;
  bounds; rewrite ?Rmult_1_r in XS, ZS; rewrite (Rabs_pos_eq a) in XS by lra; rewrite (Rabs_pos_eq b) in ZS by lra.
- sizes c x0 z0 1 4 2.
- sizes c x0 z0 1 2 4.
- sizes c x0 z0 2 2 2.
