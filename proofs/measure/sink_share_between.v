(* KEY 22b5a355bd7d *)
From Plumbline.measure Require Import sink_share_math.
intros w low high n share N H.
assert (B : (low <= L_sink_share w n)%R /\ (L_sink_share w n <= high)%R).
{ apply share_between; [exact N|]. intros i P Q. destruct (H i P Q) as [U L]. exact (conj L U). }
exact (conj (proj2 B) (proj1 B)).
