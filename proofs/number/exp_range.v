(* No operation on the way to the multiple of ln 2 overflows: a bound on every value, before and after its
   rounding. *)
From Coq Require Import Reals ZArith Lia Lra.
From Flocq Require Import Core.
From Plumbline.number Require Import exp_rounded exp_rounding exp_reduction.
Open Scope R_scope.

Theorem exp_k_range : forall x, Rabs x <= 708 ->
  Rabs (x * inverse_ln2) <= 1022 /\
  Rabs (rnd (x * inverse_ln2)) <= 1022 /\
  Rabs (rnd (x * inverse_ln2) + magic) <= 9007199254740992 /\
  Rabs (rnd (rnd (x * inverse_ln2) + magic)) <= 9007199254740992 /\
  Rabs (rnd (rnd (x * inverse_ln2) + magic) - magic) <= 9007199254740992 /\
  Rabs (exp_k x) <= 1021.
Proof.
  intros x H. destruct (exp_scaled_argument x H) as (A & _ & Y).
  destruct (exp_k_int x H) as (n & K & B).
  set (y := rnd (x * inverse_ln2)) in *.
  assert (T : Rabs (y + magic) <= bpow radix2 53).
  { apply Rabs_bounds in Y. apply Rabs_le. unfold magic. compute_bpow. lra. }
  assert (TR := rnd_bounded 53 _ ltac:(lia) T).
  assert (TL : 0 <= rnd (y + magic)).
  { apply Rabs_bounds in Y. rewrite <- (rnd_exact 0) by (apply (binary64_integer 0); lia).
    apply round_le; auto with typeclass_instances. unfold magic. lra. }
  compute_bpow. repeat (split; [assumption|]). split.
  - set (t := rnd (y + magic)) in *. clearbody t. apply Rabs_bounds in TR. apply Rabs_le.
    unfold magic. lra.
  - rewrite K, <- abs_IZR. apply IZR_le. lia.
Qed.
