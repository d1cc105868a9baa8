(* root.v - the meaning of the p-th root of a weight, which may have underflowed to 0. *)
From Coq Require Import Reals.
Open Scope R_scope.

Definition L_root_of (x p : R) : R := if Rle_dec x 0 then 0 else exp (ln x / p).
