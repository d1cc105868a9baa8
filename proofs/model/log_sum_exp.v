(* log_sum_exp.v - the meaning of the logarithm of a sum of exponentials. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_log_sum_exp (x : A_seq) (m : A_subset) (n : Z) : R := ln (L_exponentials x m 0 n).
Definition L_log_sum_exp_with_sink (x : A_seq) (m : A_subset) (n : Z) (sink : R) : R :=
  ln (L_exponentials x m 0 n + exp sink).
