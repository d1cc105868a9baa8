(* KEY 29939a29264e *)
From Plumbline.weight Require Import softpick_math.
intros x c e s t. unfold L_rmul, s, t. split; intro X.
- assert (S := excess_sign x c X). fold e in S. rewrite Rmult_0_r. symmetry. apply Rmax_left. exact S.
- assert (S := excess_sign_right x c X). fold e in S. rewrite Rmult_1_r, (Rabs_pos_eq e S). symmetry.
  apply Rmax_right. exact S.
