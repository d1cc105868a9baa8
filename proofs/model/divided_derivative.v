(* divided_derivative.v - the meaning of weights that are divided by a number of all of them, or cut, along a path. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence total derivative slope score_gradient map_derivative.
Open Scope R_scope.

Definition L_divided_path (a : A_path) (d : A_curve) : A_path := fun t j => a t j / d t.
Definition L_sum_curve (a : A_path) (m : A_subset) (n : Z) (c : R) : A_curve := fun t => L_visible_total (a t) m n + c.
Definition L_at_least_one_curve (a : A_path) (m : A_subset) (n : Z) : A_curve :=
  fun t => Rmax (Rabs (L_visible_total (a t) m n)) 1.
Definition L_clipped_path (p : A_path) (gamma zeta : R) : A_path :=
  fun t j => Rmin 1 (Rmax 0 (p t j * (zeta - gamma) + gamma)).
Definition L_squared_relu_path (x : A_path) : A_path := fun t j => Rmax (x t j) 0 * Rmax (x t j) 0.
Definition L_divided_gradients (e y : A_seq) (shared d : R) : A_seq := fun j => e j * (y j - shared) / d.
