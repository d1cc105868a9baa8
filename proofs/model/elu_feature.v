(* elu_feature.v - the meaning of the elu kernel's features. *)
From Coq Require Import Reals.
From Plumbline.model Require Import sequence elu.
Open Scope R_scope.

Definition L_elu_features (x : A_seq) : A_seq := fun c => L_elu_plus_one (x c).
