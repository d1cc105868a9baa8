(* KEY f1e0b58252c7 *)
From Plumbline.proposition Require Import sink_gradient_math.
intros p g u rows n d j gamma U R H.
assert (A := sink_gradient_is_long p g u rows n d j gamma R U (fun i I => H i (proj1 I) (proj2 I))).
unfold real_of_int. eapply Rle_trans; [|exact A]. lra.
