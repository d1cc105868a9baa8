(* shifts.v - the meaning of a shift that lags behind the largest score. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

(* after the scores 0 .. k *)
Fixpoint lagging (score : A_seq) (lag : R) (k : nat) : R :=
  match k with
  | O => score 0%Z
  | S i => if Rlt_dec (lagging score lag i + lag) (score (Z.of_nat k)) then score (Z.of_nat k) else lagging score lag i
  end.
Definition L_lagging_shift (score : A_seq) (lag : R) (n : Z) : R := lagging score lag (Z.to_nat (n - 1)).
