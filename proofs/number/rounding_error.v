(* KEY 059fdf7c045e *)
From Plumbline Require Import number.round_math.
intro r. assert (E := rounded_error r).
assert (T : (bpow radix2 (-1075) <= 1 / IZR (2 ^ 1074))%R).
{ apply Rle_trans with (bpow radix2 (-1074)); [apply bpow_le; lia|].
  apply Req_le. unfold Rdiv. rewrite Rmult_1_l.
  change (bpow radix2 (-1074)) with (bpow radix2 (- (1074))). rewrite bpow_opp, <- (IZR_Zpower radix2 1074) by lia.
  reflexivity. }
replace (L_rounded r + - (1) * r)%R with (L_rounded r - r)%R by ring.
match goal with |- (_ <= 1 / ?d + _)%R => change (IZR (2 ^ 1074)) with d in T; set (h := (1 / d)%R) in * end.
clearbody h. lra.
