(* KEY 90372e54f2ed *)
From Plumbline.number Require Import tight_math.
intros memory b m n keys p q s t Sizes T.
exists (fun i => ieee_float.Float64.t'real (memory (shift (shift_S1 b i) 0%Z))).
destruct Sizes as ((_ & M) & _). unfold L_score_spread in *.
intros i ball mid middle rad radius I0 I1 A. destruct (T i I0 I1 A) as ((F & G) & (B & L & H)).
set (a := L_score_accuracy n t) in *. set (z := L_score_size n p q s) in *. clearbody a z.
apply Rabs_le_inv in B. unfold Load_S1, F1_mid, F1_rad in *. fold ball in B, L, H, F, G. fold mid in B, F.
fold rad in L, H, G. fold middle in B. fold radius in L, H.
split; [|exact G]. split; [|exact F]. split; [|lra]. split; [|lra]. split; [|lra]. split; [reflexivity|lra].
