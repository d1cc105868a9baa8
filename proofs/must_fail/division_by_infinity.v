(* KEY dd1c11dc9edf *)
From Plumbline Require Import must_fail.number_witness.
(* 0 / infinity is 0. *)
intro H. destruct (H (B754_zero false) (B754_infinity false)) as ((_ & F) & _); [reflexivity|discriminate F].
