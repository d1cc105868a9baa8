(* KEY 9130b496759f *)
From Plumbline.proposition Require Import sink_gradient_math.
intros p g u rows n d j gamma R H.
assert (A := sink_gathers p g u rows n d j gamma R (fun i I => H i (proj1 I) (proj2 I))).
unfold real_of_int. lra.
