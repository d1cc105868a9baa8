(* KEY c1c4894ec7fd *)
From Plumbline Require Import must_fail.engine_witness.
(* products of 0 that are 1 apart from it on either side; each of two stores adds 1 more *)
intro H. assert (UT : P_is_roundings none (only 7 1)) by (apply only_are_roundings; lra).
assert (T : forall x y, Rabs (y - x) <= 1 -> P_tensor_rounded none (only 7 1) 7 x y).
{ intros x y D. split; [|right; reflexivity]. values. replace (y + - (1) * x) with (y - x) by ring. lra. }
assert (E : forall x c, Rabs x <= 1 -> c = 0 -> P_turn_computed none (only 7 1) 7 0 c x).
{ intros x c X ->. exists 0, 0. split; [split; rounds|apply T; rewrite Rminus_0_r; exact X]. }
assert (W : P_turned_back none (only 7 1) 2 0 1 0 0 0 0 0 4).
{ apply (H none (only 7 1) 7%Z 7%Z 0 0 0 0 0 0 0 0 1 (-1) 4 UT).
  - exists 0. split; [rounds|apply T; split_Rabs; lra].
  - exists 0. split; [rounds|apply T; split_Rabs; lra].
  - exists 0. split; [split; [split_Rabs; lra|]|]; (apply E; [split_Rabs; lra|ring]).
  - exists 3. split; apply T; split_Rabs; lra. }
destruct W as (_ & W). destruct (W ltac:(discriminate)) as (R & _).
destruct (R eq_refl) as (c & s & cosine & sine & p & q & f & _ & _ & _ & (x & X & P) & (y & Y & Q) & F & Z).
values. assert (x = 0) by (split_Rabs; lra). assert (y = 0) by (split_Rabs; lra). subst.
rewrite ?Rmult_0_l in *. destruct P as [P|P], Q as [Q|Q], F as [F|F]; values; bounds; lra.
