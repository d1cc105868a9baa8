(* scaled_softmax.v - the meaning of a softmax whose factor multiplies each weight, in a precision model
   (spec/budget.md, section 11). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence operators rounded_sum engine seen.
Open Scope R_scope.

(* y is a weight, times the factor: the product is rounded twice; the weight may be stored, and the product is *)
Definition weight_multiplied (u t : A_seq) (factor weight y : R) : Prop := exists kept product,
  rounded_at u t PROBABILITY weight kept /\ roundings_at u t ACCUMULATE 2 (factor * kept) product /\
  rounded_at u t PROBABILITY product y.

(* rescaled_softmax of engine.v, whose probabilities are multiplied before they multiply the values; the sum is of those
   before *)
Definition multiplied_before_division (u t : A_seq) (factor : R) (score v : A_seq) (n r : Z) (x : R) : Prop :=
  exists m c computed multiplied summands w size last largest numerator denominator,
    (forall j, (0 <= j < n)%Z -> Rabs (score j) <= size) /\ (0 <= largest < n)%Z /\ Rabs (score largest) = size /\
    (0 <= last < n)%Z /\
    (forall j, (0 <= j < n)%Z -> (exists i, (0 <= i < n)%Z /\ m j = score i) /\
    (score j <= m j /\ rescaled_by u t r (m j) (score last) (c j) \/ m j = score last /\ c j = 1) /\
    probability u t (joining u t size n) (score j) (m j) (computed j) /\
    weight_multiplied u t factor (computed j) (multiplied j) /\
    rounded_at u t PROBABILITY (computed j) (summands j) /\ rounded_at u t OPERAND (v j) (w j)) /\
    summed u t n r (fun j => multiplied j * w j) c numerator /\ summed u t n r summands c denominator /\
    denominator <> 0 /\ x = numerator / denominator.

(* divided_softmax of engine.v, whose quotients are multiplied before they multiply the values *)
Definition multiplied_behind_division (u t : A_seq) (factor : R) (score v : A_seq) (n r : Z) (x : R) : Prop :=
  exists computed multiplied summands w size last largest denominator depth all,
    (forall j, (0 <= j < n)%Z -> Rabs (score j) <= size) /\ (0 <= largest < n)%Z /\ Rabs (score largest) = size /\
    (0 <= last < n)%Z /\
    (forall j, (0 <= j < n)%Z ->
    probability u t (joining u t size n) (score j) (score last) (computed j) /\
    rounded_at u t PROBABILITY (computed j) (summands j) /\
    (exists quotient, roundings_at u t ACCUMULATE 4 (computed j / denominator) quotient /\
      weight_multiplied u t factor quotient (multiplied j)) /\ rounded_at u t OPERAND (v j) (w j)) /\
    summed u t n r summands (fun _ => 1) denominator /\ denominator <> 0 /\
    (depth <= n + r + 4)%Z /\ (all <= 2 * (n + r + 8))%Z /\
    P_rescaled_sum (u ACCUMULATE) (t ACCUMULATE) 0 (fun j => multiplied j * w j) (fun _ => 1) n depth all 0 x.

(* of the keys in m; the factor is alpha as an input *)
Definition P_scaled_softmax (u t : A_seq) (alpha : R) (y v : A_seq) (m : A_subset) (n r : Z) (x : R) : Prop :=
  exists factor, rounded_at u t INPUT alpha factor /\
    (multiplied_before_division u t factor (L_seen_of m n y) (L_seen_of m n v) (L_visible_count m n) r x \/
     multiplied_behind_division u t factor (L_seen_of m n y) (L_seen_of m n v) (L_visible_count m n) r x).
