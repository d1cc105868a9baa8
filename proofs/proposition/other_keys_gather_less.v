(* KEY 4a3cb8989030 *)
From Plumbline.proposition Require Import sink_gradient_math.
intros p g u rows n d j k large R H. unfold real_of_int.
assert (A := others_gather_less p g u rows n d j k large R
  (fun i I => match H i (proj1 I) (proj2 I) with conj (conj P Q) B => conj P (conj Q B) end)).
eapply Rle_trans; [exact A|]. lra.
