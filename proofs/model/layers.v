(* layers.v - the meaning of a network of attention layers, with all that it learns left open. *)
From Coq Require Import Reals ZArith ClassicalEpsilon.
Require Import BuiltIn.
From Plumbline.model Require Import sequence sink_softmax sigmoid elu identity scaled clipped softpick power_softmax.
From Plumbline.model Require Import normalised.
Open Scope R_scope.

(* one vector for every position *)
Definition A_states : Type := Z -> A_seq.
Definition L_state (h : A_states) (t : Z) : A_seq := h t.

(* an attention takes the scores of a row, its visible keys and how many keys there are, and gives the weights *)
Definition A_attention : Type := A_seq -> A_subset -> Z -> A_seq.
Definition L_weights_of (a : A_attention) (x : A_seq) (m : A_subset) (n : Z) : A_seq := a x m n.
Definition L_row_output (a : A_attention) (x : A_seq) (m : A_subset) (v : A_states) (n : Z) : A_seq :=
  fun c => sum_below (fun j => if m j then a x m n j * v j c else 0) n.

Definition L_softmax_attention : A_attention := L_softmax.
Definition L_scaled_attention (alpha : R) : A_attention := fun x m n => L_scaled_weights (L_softmax x m n) alpha.
Definition L_sink_attention (sink : R) : A_attention := fun x m n => L_sink_softmax x m n sink.
Definition L_power_attention (p : R) : A_attention := fun x m n => L_power_softmax x m p n.
Definition L_clipped_attention (gamma zeta : R) : A_attention :=
  fun x m n => L_clipped_weights (L_softmax x m n) gamma zeta.
Definition L_softpick_attention (epsilon : R) : A_attention := fun x m n => L_softpick x m n epsilon.
Definition L_sigmoid_attention : A_attention := fun x m _ => L_sigmoid_weights x m.
Definition L_elu_attention : A_attention := fun x m _ => L_elu_weights x m.
Definition L_identity_attention : A_attention := fun x m _ => L_identity_weights x m.
Definition L_normalised_attention (a : A_attention) (epsilon : R) : A_attention :=
  fun x m n => L_sum_normalised (a x m n) n epsilon.

(* A layer has any number of heads.  Of each the score of query t with key j may use both vectors and both positions,
   the value only the vector of its key; what the layer makes of a vector and of the heads' outputs may use no
   position. *)
Record layer := {
  score : Z -> Z -> Z -> A_seq -> A_seq -> R;
  shows : Z -> Z -> A_subset;
  value : Z -> A_seq -> A_seq;
  update : A_seq -> (Z -> A_seq) -> A_seq
}.
Definition A_network : Type := Z -> layer.

(* causal: query t sees itself, and of the earlier keys those that the head shows it *)
Definition visible (y : layer) (head t : Z) : A_subset := fun j => orb (j =? t)%Z (shows y head t j).
Definition head_output (y : layer) (a : A_attention) (h : A_states) (t head : Z) : A_seq :=
  L_row_output a (fun j => score y head t j (h t) (h j)) (visible y head t) (fun j => value y head (h j)) (1 + t).
Definition after (y : layer) (a : A_attention) (h : A_states) : A_states :=
  fun t => update y (h t) (head_output y a h t).

Fixpoint hidden_below (g : A_network) (a : A_attention) (e : A_states) (layers : nat) : A_states :=
  match layers with
  | O => e
  | S k => after (g (Z.of_nat k)) a (hidden_below g a e k)
  end.
Definition L_hidden (g : A_network) (a : A_attention) (e : A_states) (layers : Z) : A_states :=
  hidden_below g a e (Z.to_nat layers).

Definition A_states_WhyType : WhyType A_states :=
  Build_WhyType A_states (fun _ _ => 0) (fun x y => excluded_middle_informative (x = y)).
Definition A_attention_WhyType : WhyType A_attention :=
  Build_WhyType A_attention L_softmax (fun x y => excluded_middle_informative (x = y)).
Definition A_network_WhyType : WhyType A_network :=
  Build_WhyType A_network
    (fun _ => {| score := fun _ _ _ _ _ => 0; shows := fun _ _ _ => true; value := fun _ h => h; update :=
      fun h _ => h |})
    (fun x y => excluded_middle_informative (x = y)).
