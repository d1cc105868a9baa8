(* subset_math.v - a tactic for masks: membership of a mask is a formula on integers. *)
From Coq Require Import ZArith Lia Bool ZifyBool.
From Plumbline.model Require Import sequence mask.
Local Open Scope Z_scope.

Ltac by_membership := intros; unfold P_among, L_window, L_prefixed, L_streamed in *; lia.

(* What chunks need of the division that rounds down. *)
Lemma same_chunk : forall p width c j, 0 < width -> c * width <= p < c * width + width ->
  (j / width = p / width <-> c * width <= j < c * width + width).
Proof.
  intros p width c j W P.
  assert (C : p / width = c) by (symmetry; apply (Z.div_unique p width c (p - c * width)); lia).
  rewrite C. split; intro H.
  - assert (D := Z.div_mod j width ltac:(lia)). assert (M := Z.mod_pos_bound j width W). rewrite H in D. lia.
  - symmetry. apply (Z.div_unique j width c (j - c * width)); lia.
Qed.
