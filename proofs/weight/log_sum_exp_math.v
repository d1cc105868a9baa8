(* log_sum_exp_math.v - the logarithm of a sum of exponentials does not depend on the shift. *)
From Coq Require Import Reals ZArith Lra.
Require Import BuiltIn.
From Plumbline.model Require Import sequence log_sum_exp.
From Plumbline.number Require Import sequence_math logarithm_of_sum.
Open Scope R_scope.

Lemma log_sum_exp_any_shift : forall x m c n, 0 < L_exponentials x m c n ->
  c + ln (L_exponentials x m c n) = L_log_sum_exp x m n.
Proof.
  intros x m c n P. rewrite exponentials_shift in *. apply logarithm_shifted.
  assert (E := exp_pos (- c)). apply Rmult_lt_reg_l with (exp (- c)); [exact E|]. rewrite Rmult_0_r. exact P.
Qed.

Lemma log_sum_exp_with_sink_any_shift : forall x m c n s,
  c + ln (L_exponentials x m c n + exp (s - c)) = L_log_sum_exp_with_sink x m n s.
Proof.
  intros x m c n s. rewrite exponentials_shift. replace (s - c) with (- c + s) by ring.
  rewrite exp_plus, <- Rmult_plus_distr_l. apply logarithm_shifted.
  assert (E := exp_pos s). assert (N := selected_sum_nonnegative m (fun j => x j - 0) n).
  unfold L_exponentials. lra.
Qed.
