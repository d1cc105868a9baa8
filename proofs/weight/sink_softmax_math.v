(* sink_softmax_math.v - subtracting one shift from every score and from the sink divides numerator and
   denominator alike. *)
From Coq Require Import Reals.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax.
From Plumbline.number Require Import sequence_math.
Open Scope R_scope.

Lemma common_factor : forall f p q, f <> 0 -> (f * p) / (f * q) = p / q.
Proof.
  intros f p q F. unfold Rdiv. rewrite Rinv_mult, (Rmult_comm f p), Rmult_assoc.
  rewrite <- (Rmult_assoc f), Rinv_r by exact F. ring.
Qed.

Lemma sink_any_shift : forall x m shift sink n y,
  exp (y - shift) / (L_exponentials x m shift n + exp (sink - shift)) = exp y / (L_exponentials x m 0 n + exp sink).
Proof.
  intros x m shift sink n y. rewrite (exponentials_shift x m shift).
  replace (y - shift) with (- shift + y) by ring. replace (sink - shift) with (- shift + sink) by ring.
  rewrite !exp_plus, <- Rmult_plus_distr_l. apply common_factor, Rgt_not_eq, exp_pos.
Qed.
