(* evaluation.v - the meaning of an evaluation: two sums with errors, and their quotient. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence total.
Open Scope R_scope.

Definition P_evaluates (p v : A_seq) (m : A_subset) (n : Z) (kv eta k zeta x : R) : Prop :=
  exists numerator denominator, numerator = x * denominator /\
    Rabs (numerator - L_visible_total (fun j => p j * v j) m n) <= kv * L_visible_total (fun j => p j * Rabs (v j)) m n
      + eta /\
    Rabs (denominator - L_visible_total p m n) <= k * L_visible_total p m n + zeta.

Definition L_column_of (v : A_seq) (width column : Z) : A_seq := fun j => v (L_place j width column).
Definition L_pulls (v : A_seq) (side goal kv common : R) : A_seq :=
  fun j => (v j - goal) * side + kv * Rabs (v j) + common.
