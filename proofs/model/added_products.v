(* added_products.v - the meaning of a sum of weights times values, to which vectors are added, as an engine computes it
   and divides it (spec/budget.md, section 20). *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence rounded_sum engine added_values.
Open Scope R_scope.

(* weights of values and of vectors, which may be stored apart *)
Definition stored_apart (u t p stored stored' : A_seq) (n : Z) : Prop := forall j, (0 <= j < n)%Z ->
  rounded_at u t PROBABILITY (p j) (stored j) /\ rounded_at u t PROBABILITY (p j) (stored' j).

(* sums of so many terms, nothing rescaled, with so many roundings on the way of one *)
Definition plain_sum (u t : A_seq) (n k : Z) : A_seq -> R -> Prop := sum_in u t 0 (fun _ => 1) 0 n k (2 * k).

(* quotients_summed of products.v with the sums of added_values.v: these are divided, or the weights before *)
Definition P_added_quotients_summed (u t : A_seq) (p v a : A_seq) (n k : Z) (divisor x : R) : Prop := divisor <> 0 /\
  ((exists stored stored' added, stored_apart u t p stored stored' n /\
      added_up u t a (fun _ => 1) stored' n k added /\
      sums_added u t v a stored added n (plain_sum u t n k) (plain_sum u t (2 * n) (2 * k)) divisor x) \/
   (exists q stored stored' added : A_seq,
      (forall j, (0 <= j < n)%Z -> roundings_at u t ACCUMULATE 4 (p j / divisor) (q j)) /\
      stored_apart u t q stored stored' n /\ added_up u t a (fun _ => 1) stored' n k added /\
      sums_added u t v a stored added n (plain_sum u t n (k - 4)) (plain_sum u t (2 * n) (2 * k - 4)) 1 x)).
