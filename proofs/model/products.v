(* products.v - the meaning of a sum of weights, and of the quotients of these times values, as an engine computes it
   (spec/budget.md, section 12). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine.
Open Scope R_scope.

(* in any order, at most k roundings on the way of a term *)
Definition P_terms_summed (u t : A_seq) (x : A_seq) (n k : Z) (s : R) : Prop := exists depth all, (depth <= k)%Z /\
  (all <= 2 * k)%Z /\ P_rescaled_sum (u ACCUMULATE) (t ACCUMULATE) 0 x (fun _ => 1) n depth all 0 s.

(* each weight as it is stored, times its value as it is multiplied *)
Definition products_summed (u t : A_seq) (p v : A_seq) (n k : Z) (s : R) : Prop := exists (stored w : A_seq),
  (forall j, (0 <= j < n)%Z -> rounded_at u t PROBABILITY (p j) (stored j) /\ rounded_at u t OPERAND (v j) (w j)) /\
  P_terms_summed u t (fun j => stored j * w j) n k s.

(* the sum is divided, or each weight before, in up to four roundings *)
Definition P_quotients_summed (u t : A_seq) (p v : A_seq) (n k : Z) (divisor z : R) : Prop := divisor <> 0 /\
  ((exists s, products_summed u t p v n k s /\ z = s / divisor) \/
   (exists q : A_seq, (forall j, (0 <= j < n)%Z -> roundings_at u t ACCUMULATE 4 (p j / divisor) (q j)) /\
      products_summed u t q v n (k - 4) z)).
