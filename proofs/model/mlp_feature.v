(* mlp_feature.v - the meaning of the MLP's hidden layer and features. *)
From Coq Require Import Reals ZArith.
From Plumbline.model Require Import sequence.
Open Scope R_scope.

Definition L_mlp_hidden (x inner : A_seq) (head_dim : Z) : A_seq :=
  fun j => Rmax (L_dots (L_drop inner (L_place j head_dim 0)) x head_dim) 0.
Definition L_mlp_features (x inner : A_seq) (head_dim : Z) (outer : A_seq) (hidden_dim : Z) : A_seq :=
  fun c => L_dots (L_drop outer (L_place c hidden_dim 0)) (L_mlp_hidden x inner head_dim) hidden_dim.
(* element i lies in row i / feature_dim *)
Definition L_mlp_row_features (rows inner : A_seq) (head_dim : Z) (outer : A_seq) (hidden_dim feature_dim : Z) : A_seq
  :=
  fun i => L_mlp_features (L_drop rows (L_place (i / feature_dim) head_dim 0)) inner head_dim outer hidden_dim
             (i mod feature_dim)%Z.
