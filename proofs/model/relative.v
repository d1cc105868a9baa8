(* relative.v - a score of a key to which the vector of its relative position is added, as an engine computes it
   (spec/budget.md, section 20). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine alibi_computed biased.
Open Scope R_scope.

(* an element of a key and of its position's vector, each as it is taken, and their sum, stored as a tensor *)
Definition element_formed (u t : A_seq) (k a z : R) : Prop := exists x r sum,
  rounded_at u t INPUT k x /\ rounded_at u t INPUT a r /\ rounded_at u t EXPONENT (x + r) sum /\ in_tensor u t sum z.

(* a score of the key that is formed so *)
Definition formed_first (u t : A_seq) (scale : R) (q k a : A_seq) (d : Z) (y : R) : Prop := exists z,
  (forall c, (0 <= c < d)%Z -> element_formed u t (k c) (a c) (z c)) /\ P_score_computed u t scale q z d y.

(* two scores, and their sum *)
Definition scaled_apart (u t : A_seq) (scale : R) (q k a : A_seq) (d : Z) (y : R) : Prop := exists p r,
  P_score_computed u t scale q k d p /\ P_score_computed u t scale q a d r /\ P_sum_computed u t 0 0 p r y.

(* the product of two vectors with their parts of the scale, a and b, stored as a score is before it is scaled *)
Definition product_stored (u t : A_seq) (a b : R) (q k : A_seq) (d : Z) (y : R) : Prop :=
  exists (x z : A_seq) depth all product,
    (forall i, (0 <= i < d)%Z -> operand u t (a * q i) (x i) /\ operand u t (b * k i) (z i)) /\
    P_rescaled_sum (u PRODUCT) (t PRODUCT) 0 (fun i => x i * z i) (fun _ => 1) d depth all 0 product /\
    (depth <= d + 4)%Z /\ (all <= 6 * d)%Z /\ rounded_at u t SCORE product y.

(* two products, and their sum, which the last part of the scale multiplies *)
Definition scaled_together (u t : A_seq) (scale : R) (q k a : A_seq) (d : Z) (y : R) : Prop :=
  exists e f g p r sum, scale_parts u t scale e f g /\ product_stored u t e f q k d p /\
    product_stored u t e f q a d r /\ P_sum_computed u t 0 0 p r sum /\ roundings_at u t SCORE 2 (g * sum) y.

Definition P_relative_computed (u t : A_seq) (scale : R) (q k a : A_seq) (d : Z) (y : R) : Prop :=
  formed_first u t scale q k a d y \/ scaled_apart u t scale q k a d y \/ scaled_together u t scale q k a d y.
