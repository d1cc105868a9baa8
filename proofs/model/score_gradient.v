(* score_gradient.v - the meaning of the gradient of a loss in the scores of a softmax. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence total.
Open Scope R_scope.

Definition L_products (a b : A_seq) : A_seq := fun j => a j * b j.
Definition L_softmax_gradient (p y : A_seq) (m : A_subset) (l : R) (n : Z) : A_seq :=
  fun j => if m j then p j * (y j - L_visible_total (L_products p y) m n + l) else 0.
