(* shaw.v - the meaning of an output with relative position vectors. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_with_relative_values (o w r : A_seq) (value_dim n : Z) : A_seq :=
  fun c => o c + sum_below (fun j => w j * r (L_place j value_dim c)) n.
