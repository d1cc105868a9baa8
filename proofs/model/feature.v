(* feature.v - an element of a feature map as an engine computes it (spec/budget.md, section 9). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine.
Open Scope R_scope.

(* elu(x) + 1 in one step or two, each stored as an input.  Left of 0 elu(x) is e^x - 1, off by the error of an
   exponential or of itself. *)
Definition P_elu_feature_computed (u t : A_seq) (x y : R) : Prop :=
  exists first computed stored sum,
    (0 < x /\ first = x \/
     x <= 0 /\ Rabs (first - (exp x - 1)) <= u EXPONENTIAL * Rmax (exp x) (1 - exp x) + t EXPONENT) /\
    roundings_at u t EXPONENT 2 first computed /\ rounded_at u t INPUT computed stored /\
    roundings_at u t EXPONENT 2 (stored + 1) sum /\ rounded_at u t INPUT sum y.

(* a row w of a matrix times the elements x, each operand rounded, the sum stored as an input *)
Definition P_feature_product_computed (u t w x : A_seq) (n : Z) (y : R) : Prop :=
  exists (a z : A_seq) depth all p, (forall i, (0 <= i < n)%Z -> operand u t (w i) (a i) /\ operand u t (x i) (z i)) /\
    P_rescaled_sum (u PRODUCT) (t PRODUCT) 0 (fun i => a i * z i) (fun _ => 1) n depth all 0 p /\
    (depth <= n + 2)%Z /\ (all <= 2 * n)%Z /\ rounded_at u t INPUT p y.
