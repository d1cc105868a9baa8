(* KEY e871607ec024 *)
From Plumbline Require Import compare.rounded_sum_math compare.sums_math compare.softmax_math compare.shapes.
intros s s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 i i1 i2 i3 r r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17
  r18 r19 r20 r21 r22 r23 r24 r25 r26 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19 h20 h21 h22
  h23.
parts. change real_of_int with IZR in *. unfold P_key_weighs, P_key_vanishes, L_mean_error, L_least_denominator,
  L_spread, L_magnitude in *. sums. unfold L_growths, L_shrinkages, P_among in *. cbv beta zeta in *.
assert (V : forall j, key i j -> s12 j = true) by (intros j (J1 & J2); apply (h22 j J1 J2)).
assert (S0 : forall c, L_exponentials s s12 c i = sum_below (fun j => exp (s j - c)) i).
{ intro c. apply sum_same. intros j J. rewrite (V j J). reflexivity. }
assert (W : forall j, key i j -> s11 j = weight s i j).
{ intros j J. rewrite <- h1. unfold L_softmax, weight. rewrite (V j J), S0.
  replace (sum_below (fun k => exp (s k - 0)) i) with (sum_below (fun k => exp (s k)) i); [reflexivity|].
  apply sum_same. intros k K. f_equal. ring. }
clear h1. set (o := sum_below (fun j => weight s i j * s3 j) i).
assert (O : sum_below (fun j => s11 j * s3 j) i = o) by (apply sum_same; intros j J; rewrite (W j J); reflexivity).
assert (G : sum_below (fun j => s11 j * (exp (s10 j) - 1)) i = sum_below (fun j => weight s i j * (exp (s10 j) - 1)) i)
  by (apply sum_same; intros j J; rewrite (W j J); reflexivity).
assert (H : sum_below (fun j => s11 j * (1 - exp (- s10 j))) i = sum_below (fun j => weight s i j * (1 - exp (- s10 j)))
  i)
  by (apply sum_same; intros j J; rewrite (W j J); reflexivity).
assert (D : sum_below (fun j => s11 j * (exp (s10 j) - 1) * Rabs (s3 j - o)) i =
  sum_below (fun j => weight s i j * (exp (s10 j) - 1) * Rabs (s3 j - o)) i)
  by (apply sum_same; intros j J; rewrite (W j J); reflexivity).
assert (M : sum_below (fun j => s11 j * Rabs (s3 j)) i + sum_below (fun j => s11 j * (exp (s10 j) - 1) * Rabs (s3 j)) i
  = sum_below (fun j => weight s i j * (1 + (exp (s10 j) - 1)) * Rabs (s3 j)) i)
  by (rewrite <- sum_plus; apply sum_same; intros j J; rewrite (W j J); ring).
assert (LW : L_lost_weight r11 r12 r13 i1 r3 r4 (r5 + exp (r3 + r11 * IZR i1) * L_vanished r10 r2) =
  lost_weight r11 r12 r13 i1 r3 r4 (r5 + rest r10 r2 * exp (IZR i1 * r11 + r3))).
{ unfold L_lost_weight, lost_weight, L_vanished, rest. change real_of_int with IZR. rewrite plus_IZR.
  replace (r3 + r11 * IZR i1) with (IZR i1 * r11 + r3) by ring.
  replace (1 / exp (r2 * (1 + - (1) * r10))) with (exp (- ((1 - r10) * r2))); [ring|].
  rewrite exp_Ropp. replace (r2 * (1 + - (1) * r10)) with ((1 - r10) * r2) by ring. unfold Rdiv. ring. }
rewrite O, G, D, M. rewrite H in h19. rewrite LW in *. rewrite S0 in h17.
replace (- (1) + L_growth r8 i2) with (L_growth r8 i2 - 1) in * by ring.
destruct (softmax_vanishing i s s1 s2 s10 s3 s4 s5 s6 s7 s8 s9 r r1 r2 r3 i1 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 i2 i3 r14
  r15 r16 o r17) as (A & B);
  try assumption; try lra; try lia; try reflexivity.
- intros j (J1 & J2). split; [destruct (h22 j J1 J2) as (C & _); differences; lra|].
  destruct (h23 j J1 J2) as [(Z0 & C)|((Z1 & Z2) & C)].
  + right. split; [exact Z0|]. unfold vanishing_key.
    destruct C as (((((((C1 & C2) & C3) & C4) & C5) & C6) & C7) & C8). differences.
    split; [exact C8|]. split; [lra|]. split; [lra|]. split; [lra|]. split; [exact C1|].
    split; [replace (s j - s9 j + s1 j) with (s j + s1 j - s9 j) by ring; exact C7|]. split; lra.
  + left. split; [exact Z2|]. split; [lra|].
    destruct C as ((((((C1 & C2) & C3) & C4) & C5) & C6) & C7). differences. unfold one_key. split; [exact C7|].
    split; [lra|]. split; [exact C2|]. split; [exact C1|].
    split; [replace (s j - s9 j + s1 j) with (s j + s1 j - s9 j) by ring; exact C6|]. split; lra.
- split; [exact A|]. differences. eapply Rle_trans; [exact B|]. right. f_equal. ring.
