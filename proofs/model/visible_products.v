(* visible_products.v - the meaning of products of which only the visible ones count. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_visible_products (a b : A_seq) (m : A_subset) : A_seq := fun j => if m j then a j * b j else 0.
