(* derivative.v - the meaning of scores that move along a path, and of a row's loss on its way. *)
From Coq Require Import Reals ZArith ClassicalEpsilon.
Require Import BuiltIn.
From Plumbline.model Require Import sequence total exponentials tanh slope sink_gradient sink_softmax log_sum_exp
  score_gradient.
Open Scope R_scope.

Definition A_path : Type := R -> A_seq.
Definition A_path_WhyType : WhyType A_path :=
  Build_WhyType A_path (fun _ _ => 0) (fun x y => excluded_middle_informative (x = y)).
Definition L_path_at (x : A_path) (t : R) : A_seq := x t.
Definition L_path_element (x : A_path) (j : Z) : A_curve := fun t => x t j.
Definition L_query_path (scale : R) (q h k : A_seq) (d : Z) : A_path :=
  fun t => L_scaled_dots scale (L_along q h t) k d.
Definition L_key_path (scale : R) (q k h : A_seq) (i d : Z) : A_path :=
  fun t => L_scaled_dots scale q (L_along k (L_in_row h i d) t) d.
Definition L_capped_path (x : A_path) (cap : R) : A_path := fun t => L_softcapped (x t) cap.

Definition L_softmax_loss (x : A_path) (y : A_seq) (m : A_subset) (l : R) (n : Z) : A_curve :=
  fun t => L_visible_total (L_products (L_softmax (x t) m n) y) m n + l * L_log_sum_exp (x t) m n.
Definition L_sink_softmax_loss (x : A_path) (y : A_seq) (m : A_subset) (l : R) (n : Z) (s : R) : A_curve :=
  fun t => L_visible_total (L_products (L_sink_softmax (x t) m n s) y) m n + l * L_log_sum_exp_with_sink (x t) m n s.
Definition L_sink_logit_loss (x y : A_seq) (m : A_subset) (l : R) (n : Z) : A_curve :=
  fun s => L_visible_total (L_products (L_sink_softmax x m n s) y) m n + l * L_log_sum_exp_with_sink x m n s.
