(* KEY 5b9cd38a551b *)
From Plumbline.number Require Import tanh_math.
intro r. destruct (tanh_between r) as (L & U). unfold P_near. apply Rabs_le. lra.
