(* KEY d759a94f1636 *)
From Plumbline Require Import score.ball_memory.
From Plumbline Require Import proposition.balls_math.
From Plumbline Require Import proposition.operators_math.
intros t t1 t2 a a1 a2 s s1 s2 i i1 i2 r h1 h2 h3 h4 h5 h6 h7 h8.
change (P_in_ball (Load_S1 (shift_S1 a i2) t2) (1 / IZR (L_visible_count s2 i))).
rewrite <- (softmax_repeats (L_scaled_dots r s s1 i1) s2 i (L_scaled_dots r s s1 i1 i2)) with (j := i2);
  [exact (h8 i2 h1 h2)| |assumption..].
intros j J L M. apply (equal_rows_score s s1 i1 r (fun j => (0 <= j < i)%Z /\ P_among s2 j));
  [|repeat split; assumption..].
intros x y c (X & MX) (Y & MY) C.
destruct (h6 x c) as (((E & _) & _) & _); [lia..|exact MX|].
destruct (h6 y c) as (((F & _) & _) & _); [lia..|exact MY|].
unfold L_el in *. rewrite <- E, <- F. apply h7; try lia; apply h5; try lia; assumption.
