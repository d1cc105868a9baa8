(* KEY f3e01c6fa591 *)
From Plumbline Require Import must_fail.engine_witness.
(* by a right angle, where nothing is rounded: of (0, 1) the first is 1, and -1 of what is turned on *)
intro H. assert (UT : P_is_roundings none none) by (apply only_are_roundings; lra).
assert (T : forall x y, x = y -> P_tensor_rounded none none 0 x y).
{ intros x y <-. split; [|left; reflexivity]. values. replace (x + - (1) * x) with 0 by ring. rewrite Rabs_R0. lra. }
assert (E : forall x c, c = x -> P_turn_computed none none 0 0 c x).
{ intros x c ->. exists x, x. split; [split; rounds|apply T; reflexivity]. }
assert (W : P_turned_back none none 1 0 1 0 0 1 0 1 1).
{ apply (H none none 0%Z 0%Z 0 0 0 1 0 1 0 1 0 1 1 UT).
  - exists 1. split; [rounds|apply T; ring].
  - exists 0. split; [rounds|apply T; ring].
  - exists 0. split; [split; [split_Rabs; lra|]|]; apply E; unfold L_rsine, L_rcosine, sine.L_rsine, sine.L_rcosine;
      rewrite ?sin_0, ?cos_0; ring.
  - exists 1. split; apply T; ring. }
destruct W as (W & _).
destruct (W eq_refl) as (c & s & cosine & sine & p & q & f & (e & A & C & S) & (g & o & G & O & I) &
  (h & w & D & N & J) & (x & X & P) & (y & Y & Q) & F & Z).
assert (e = 0) by (split_Rabs; lra). subst e. rewrite sin_0, cos_0 in C, S.
assert (Z0 : forall k a b, P_roundings 0 0 k a b -> b = a).
{ intros k a b K. apply roundings_off in K; [|lra]. destruct K as (_ & K). split_Rabs; lra. }
apply Z0 in O, N. values. assert (g = 0) by (subst; split_Rabs; lra). assert (h = 1) by (subst; split_Rabs; lra).
assert (cosine = 0) by (destruct I as [I|I]; values; subst; split_Rabs; lra).
assert (sine = 1) by (destruct J as [J|J]; values; subst; split_Rabs; lra).
assert (y = 1) by (split_Rabs; lra). subst cosine sine y.
destruct P as [P|P], Q as [Q|Q], F as [F|F], Z as [Z|Z]; values; rewrite ?Rmult_0_r, ?Rmult_1_r in *; bounds; lra.
