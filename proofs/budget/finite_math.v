(* finite_math.v - whether a number in memory is finite can be computed. *)
From Flocq Require Import BinarySingleNaN.
Require ieee_float.Float64.

Definition finite (x : ieee_float.Float64.t) : bool := BinarySingleNaN.is_finite x.
Lemma finite_is : forall x, finite x = true <-> ieee_float.Float64.t'isFinite x.
Proof. intro x. unfold finite, ieee_float.Float64.t'isFinite, GenericFloat.is_finite. split; intro H; exact H. Qed.
