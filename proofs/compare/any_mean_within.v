(* KEY c7b242269475 *)
From Plumbline Require Import compare.mean_math compare.shapes.
intros s s1 i r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11. parts.
change real_of_int with IZR in *. differences. sums.
destruct (any_mean_within i s s1 (sum_below s i) r r1 _ r2 r3 r4 r5 r6 r7 ltac:(assumption) (fun j J =>
  h11 j (proj1 J) (proj2 J)) ltac:(assumption) eq_refl ltac:(assumption) eq_refl
  ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(assumption) ltac:(lra) ltac:(lra) ltac:(lra))
    as (A & B & C).
split; [split; [exact B|exact A]|]. eapply Rle_trans; [exact C|]. right. f_equal; ring.
