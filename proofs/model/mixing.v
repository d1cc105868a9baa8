(* mixing.v - the meaning of an output as a function of one score, and of layers that mix tokens by given weights. *)
From Coq Require Import Reals ZArith ClassicalEpsilon.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax slope.
Open Scope R_scope.

Definition L_with_element (x : A_seq) (j : Z) (t : R) : A_seq := fun i => if (i =? j)%Z then t else x i.
Definition L_output_of_score (x : A_seq) (m : A_subset) (v : A_seq) (n d c j : Z) : A_curve :=
  fun t => L_aggregate (L_softmax (L_with_element x j t) m n) m v d n c.
Definition L_sink_output_of_score (x : A_seq) (m : A_subset) (v : A_seq) (s : R) (n d c j : Z) : A_curve :=
  fun t => L_aggregate (L_sink_softmax (L_with_element x j t) m n s) m v d n c.
Definition L_output_of_sink (x : A_seq) (m : A_subset) (v : A_seq) (n d c : Z) : A_curve :=
  fun t => L_aggregate (L_sink_softmax x m n t) m v d n c.
Definition L_score_mixing (w : A_seq) (m : A_subset) (v : A_seq) (n d c : Z) : R :=
  sum_below (fun j => if m j then Rabs (w j * (v (L_place j d c) - L_aggregate w m v d n c)) else 0) n.

(* layer and row give the weights of the keys *)
Definition A_mixer : Type := Z -> Z -> A_seq.
Definition A_mixer_WhyType : WhyType A_mixer :=
  Build_WhyType A_mixer (fun _ _ _ => 0) (fun x y => excluded_middle_informative (x = y)).
Definition L_mixing_weights (g : A_mixer) (layer t : Z) : A_seq := g layer t.
Definition mix (g : A_mixer) (layer : Z) (x : A_seq) : A_seq :=
  fun t => x t + sum_below (fun j => g layer t j * x j) (t + 1).
Fixpoint mixed_below (g : A_mixer) (x : A_seq) (layers : nat) : A_seq :=
  match layers with
  | O => x
  | S k => mix g (Z.of_nat k) (mixed_below g x k)
  end.
Definition L_mixed (g : A_mixer) (x : A_seq) (layers : Z) : A_seq := mixed_below g x (Z.to_nat layers).
