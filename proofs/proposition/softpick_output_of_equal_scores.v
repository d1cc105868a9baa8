(* KEY 5817907ee77d *)
From Plumbline.proposition Require Import operators_math.
intros x v m d n k c e u a C P S E V. subst a. etransitivity;
  [|symmetry; exact (softpick_output x v m d n k c e u C E V)].
unfold real_of_int. rewrite exp_Ropp, Rmult_comm. unfold Rdiv. do 2 f_equal; [|f_equal]; ring.
