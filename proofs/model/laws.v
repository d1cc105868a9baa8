(* laws.v - the meaning of a shift of all scores, and of seeing a key at all. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_shifted (x : A_seq) (c : R) : A_seq := fun i => x i + c.
Definition P_sees (m : A_subset) (n : Z) : Prop := exists j, (0 <= j)%Z /\ (j < n)%Z /\ P_among m j.
