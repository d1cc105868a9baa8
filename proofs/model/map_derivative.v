(* map_derivative.v - the meaning of weights that are made of one score each, along a path. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence total derivative slope score_gradient sigmoid elu.
Open Scope R_scope.

Definition L_sigmoid_path (x : A_path) : A_path := fun t j => L_rsigmoid (x t j).
Definition L_elu_path (x : A_path) : A_path := fun t j => L_elu_plus_one (x t j).
Definition L_relu_path (x : A_path) : A_path := fun t j => Rmax (x t j) 0.
Definition L_weighed_loss (w : A_path) (y : A_seq) (m : A_subset) (n : Z) : A_curve :=
  fun t => L_visible_total (L_products (w t) y) m n.
