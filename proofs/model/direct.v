(* direct.v - the meaning of the most by which weights within their ends pull. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_pulled (least most : A_seq) (limited : A_subset) (pull : A_seq) (m : A_subset) (n : Z) : R :=
  sum_below (fun j => if m j then if limited j then Rmax (pull j * least j) (pull j * most j) else pull j * least j else
    0) n.
