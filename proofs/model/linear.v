(* linear.v - the meaning of a product of the query with sums over the keys, each of one feature, as an engine computes
   it that sums the keys first (spec/budget.md, section 12). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence operators rounded_sum engine visible products.
Open Scope R_scope.

(* a feature f of the keys, which stand feature by feature; its sum over those in m, as it is and times the values; and
   the same of sizes *)
Definition feature (k : A_seq) (f n : Z) : A_seq := L_drop k (L_place f n 0).
Definition over (m : A_subset) (n : Z) (x : A_seq) : R := sum_below (fun j => if m j then x j else 0) n.
Definition L_states (k v : A_seq) (m : A_subset) (n : Z) : A_seq := fun f => over m n (fun j => feature k f n j * v j).
Definition L_state_sizes (k v : A_seq) (m : A_subset) (n : Z) : A_seq := fun f =>
  over m n (fun j => Rabs (feature k f n j) * Rabs (v j)).
Definition L_key_totals (k : A_seq) (m : A_subset) (n : Z) : A_seq := fun f => over m n (feature k f n).
Definition L_key_sizes (k : A_seq) (m : A_subset) (n : Z) : A_seq := fun f =>
  over m n (fun j => Rabs (feature k f n j)).

(* s is such a sum over n keys as it is multiplied: the keys, scaled, times w, summed in any order and stored *)
Definition state_computed (u t : A_seq) (b : R) (k w : A_seq) (n steps : Z) (s : R) : Prop := exists y sum stored,
  (forall j, (0 <= j < n)%Z -> operand u t (b * k j) (y j)) /\ P_terms_summed u t (fun j => y j * w j) n steps sum /\
  rounded_at u t PROBABILITY sum stored /\ rounded_at u t OPERAND stored s.

(* as a score is computed, with these sums for a key; the scale may multiply the keys before they are summed *)
Definition keys_first (u t : A_seq) (scale : R) (q : A_seq) (k : Z -> A_seq) (w : A_seq) (n d steps : Z) (y : R) :
    Prop := exists a b c (x s : A_seq) depth all product stored,
  scale_parts u t scale a b c /\
  (forall f, (0 <= f < d)%Z -> operand u t (a * q f) (x f) /\ state_computed u t b (k f) w n steps (s f)) /\
  P_rescaled_sum (u PRODUCT) (t PRODUCT) 0 (fun f => x f * s f) (fun _ => 1) d depth all 0 product /\
  (depth <= d + 4)%Z /\ (all <= 6 * d)%Z /\ rounded_at u t SCORE product stored /\
  roundings_at u t SCORE 2 (c * stored) y.

(* with the values as they are multiplied, and with nothing *)
Definition P_linear_numerator (u t : A_seq) (scale : R) (q k v : A_seq) (m : A_subset) (n d steps : Z) (y : R) :
    Prop := exists w,
  (forall j, (0 <= j < L_visible_count m n)%Z -> rounded_at u t OPERAND (L_visible_of m n v j) (w j)) /\
  keys_first u t scale q (fun f => L_visible_of m n (feature k f n)) w (L_visible_count m n) d steps y.
Definition P_linear_denominator (u t : A_seq) (scale : R) (q k : A_seq) (m : A_subset) (n d steps : Z) (y : R) :
    Prop :=
  keys_first u t scale q (fun f => L_visible_of m n (feature k f n)) (fun _ => 1) (L_visible_count m n) d steps y.
