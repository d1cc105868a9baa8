(* KEY c1c4894ec7fd *)
From Plumbline Require Import must_fail.engine_witness.
(* a cosine of 0 that is 8 *)
intro H. assert (UT : P_is_roundings (only 4 1) none) by (apply only_are_roundings; lra).
assert (T : forall x, P_tensor_rounded (only 4 1) none 0 x x).
{ intro x. split; [|left; reflexivity]. values. replace (x + - (1) * x) with 0 by ring. rewrite Rabs_R0. lra. }
assert (E : forall c, c = 0 -> P_turn_computed (only 4 1) none 0 1 c 8).
{ intros c ->. exists 8, 8. split; [split; rounds|apply T]. }
assert (W : P_turned_back (only 4 1) none 2 0 1 1 0 0 0 1 8).
{ apply (H (only 4 1) none 0%Z 0%Z 0 1 0 0 8 8 0 1 8 0 8 UT).
  - exists 1. split; [rounds|replace (1 * 8) with 8 by ring; apply T].
  - exists 0. split; [rounds|replace (0 * 8) with 0 by ring; apply T].
  - exists 0. split; [split; [split_Rabs; lra|]|]; (apply E; ring).
  - exists 8. split; [replace (8 + - (1) * 0) with 8 by ring|]; apply T. }
destruct W as (_ & W). destruct (W ltac:(discriminate)) as (R & _).
destruct (R eq_refl) as (c & s & cosine & sine & p & q & f & (e & _ & C & S) & (g & o & G & O & I) &
  (h & w & D & N & J) & (x & X & P) & (y & Y & Q) & F & Z).
assert (c = 0) by (rewrite C; ring). assert (s = 0) by (rewrite S; ring). subst c s.
assert (g = 0) by (split_Rabs; lra). assert (h = 0) by (split_Rabs; lra). subst g h.
assert (Z0 : forall k a b, P_roundings 1 0 k a b -> a = 0 -> b = 0).
{ intros k a b K. induction K as [a|k a b d K IH L]; [trivial|]. intro A. assert (b = 0) by (apply IH, A). subst b.
  unfold near_rounded in L. split_Rabs; lra. }
assert (S0 : forall a b, alibi_computed.in_tensor (only 4 1) none a b -> b = a).
{ intros a b [K|K]; values; rewrite Rmult_0_l in K; clear - K; split_Rabs; lra. }
assert (O0 := Z0 _ _ _ O eq_refl). assert (N0 := Z0 _ _ _ N eq_refl). apply S0 in I, J, P, Q, F, Z.
rewrite O0 in I. rewrite N0 in J. subst cosine sine. rewrite Rmult_0_r in P, Q. lra.
