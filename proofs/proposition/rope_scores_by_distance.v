(* KEY af7c75762a92 *)
From Plumbline.proposition Require Import bounds_math.
intros q k turns layout pairs d scale a.
exists (fun e => scale * Plumbline.model.sequence.L_dots (Plumbline.position.rope_math.positioned q turns e a layout
  pairs)
  (Plumbline.position.rope_math.positioned k turns 0 a layout pairs) d).
intros x t ((((L0 & P) & D) & L2) & H) j J K. rewrite Rplus_0_l. etransitivity; [|exact (H j J K)]. symmetry.
exact (rope_by_distance q k turns a layout pairs d scale t j P D).
