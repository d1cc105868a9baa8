(* integer.v - conversion to the integer types of C: reduction modulo 2^n into the range of the type. *)
From Coq Require Import ZArith Lia.
Open Scope Z_scope.

Definition to_unsigned (n x : Z) : Z := x mod 2 ^ n.
Definition to_signed (n x : Z) : Z := (x + 2 ^ (n - 1)) mod 2 ^ n - 2 ^ (n - 1).

Lemma to_unsigned_range : forall n x, 0 < n -> 0 <= to_unsigned n x /\ to_unsigned n x < 2 ^ n.
Proof. intros n x N. apply Z.mod_pos_bound. apply Z.pow_pos_nonneg; lia. Qed.
Lemma to_unsigned_id : forall n x, 0 <= x /\ x < 2 ^ n -> to_unsigned n x = x.
Proof. intros n x H. apply Z.mod_small. lia. Qed.

Lemma half_range : forall n, 0 < n -> 2 ^ n = 2 * 2 ^ (n - 1).
Proof. intros n N. rewrite <- Z.pow_succ_r by lia. f_equal. lia. Qed.
Lemma to_signed_range : forall n x, 0 < n -> - 2 ^ (n - 1) <= to_signed n x /\ to_signed n x < 2 ^ (n - 1).
Proof.
  intros n x N. unfold to_signed. assert (H := half_range n N).
  assert (B := Z.mod_pos_bound (x + 2 ^ (n - 1)) (2 ^ n)). assert (0 < 2 ^ n) by (apply Z.pow_pos_nonneg; lia). lia.
Qed.
Lemma to_signed_id : forall n x, 0 < n -> - 2 ^ (n - 1) <= x /\ x < 2 ^ (n - 1) -> to_signed n x = x.
Proof.
  intros n x N B. unfold to_signed. assert (H := half_range n N). rewrite Z.mod_small; lia.
Qed.

(* Why3 prints the ranges as decimal numbers. *)
Ltac conversion_range :=
  let x := fresh in intro x; first
  [ exact (to_unsigned_range 8 x eq_refl) | exact (to_unsigned_range 16 x eq_refl)
  | exact (to_unsigned_range 32 x eq_refl) | exact (to_unsigned_range 64 x eq_refl)
  | exact (to_signed_range 8 x eq_refl) | exact (to_signed_range 16 x eq_refl)
  | exact (to_signed_range 32 x eq_refl) | exact (to_signed_range 64 x eq_refl) ].
Ltac conversion_id :=
  let x := fresh in intro x; first
  [ exact (to_unsigned_id 8 x) | exact (to_unsigned_id 16 x) | exact (to_unsigned_id 32 x) | exact (to_unsigned_id 64 x)
  | exact (to_signed_id 8 x eq_refl) | exact (to_signed_id 16 x eq_refl)
  | exact (to_signed_id 32 x eq_refl) | exact (to_signed_id 64 x eq_refl) ].
